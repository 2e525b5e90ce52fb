import { desktopFolder, type Client } from './client.ts'
import { commandAndArguments, jsonEditor } from './json-editor.ts'

export const vscode: Client = {
  id: 'vscode',
  title: 'VS Code',
  userPlace: (surroundings) => {
    const { root, below } = desktopFolder(surroundings)
    return { root, files: [`${below}Code/User/mcp.json`], trace: `${below}Code` }
  },
  projectFiles: ['.vscode/mcp.json'],
  workspace: '${workspaceFolder}',
  editor: jsonEditor(commandAndArguments(['servers'], { type: 'stdio' })),
  next: 'In VS Code, "MCP: List Servers" starts and shows the server.',
}
