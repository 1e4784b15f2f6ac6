const copy = document.getElementById('copy');
copy.hidden = false;
copy.addEventListener('click', () => {
  getSelection().selectAllChildren(document.getElementById('curl'));
  // navigator.clipboard is available on HTTPS only.
  copy.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
  setTimeout(() => {
    copy.textContent = 'Copy';
  }, 2000);
});
