import { desktopFolder, xdgFolder, type Client } from './client.ts'
import { commandAndArguments, jsonEditor } from './json-editor.ts'

export const zed: Client = {
  id: 'zed',
  title: 'Zed',
  userPlace: (surroundings) => {
    const windows = surroundings.platform === 'win32'
    const { root, below } = (windows ? desktopFolder : xdgFolder)(
      surroundings.platform === 'darwin' ? { ...surroundings, env: {} } : surroundings,
    )
    const folder = `${below}${windows ? 'Zed' : 'zed'}`
    return { root, files: [`${folder}/settings.json`], trace: folder }
  },
  projectFiles: ['.zed/settings.json'],
  editor: jsonEditor(commandAndArguments(['context_servers'])),
  next: 'Zed starts the server itself; the settings of its agent panel list it.',
}
