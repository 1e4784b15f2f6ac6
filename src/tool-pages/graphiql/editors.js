export function setUpEditors() {
  // The bundle leaves its editor library here when it is ready. On a phone long lines, and the tab in
  // front, could lie behind the edge.
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
