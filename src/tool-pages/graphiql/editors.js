export function setUpEditors() {
  // The bundle assigns its editor library to this property when it is ready. On a phone, long lines and the active tab
  // could otherwise be outside the viewport.
  Object.defineProperty(self, '__MONACO', {
    set({ editor }) {
      editor.onDidCreateEditor((made) => {
        made.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' });
        document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      });
    },
  });
  const addresses = new Map();
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl(_, label) {
      if (!addresses.has(label)) {
        addresses.set(label, URL.createObjectURL(new Blob([workerSources[label]], { type: 'text/javascript' })));
      }
      return addresses.get(label);
    },
  };
}
