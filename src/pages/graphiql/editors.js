let monaco;

export function setUpEditors() {
  // The bundle leaves its editor library here when it is ready. Long lines would end behind the edge of a phone.
  Object.defineProperty(self, '__MONACO', {
    set({ editor }) {
      monaco = editor;
      editor.onDidCreateEditor((made) => made.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' }));
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

/** Into one of the editors of the tab in front. */
export function write(file, text) {
  const model = monaco.getModels().find(({ uri }) => uri.path.endsWith(file));
  model.setValue(text);
}
