import { desktopFolder, type Client } from './client.ts'
import { commandAndArguments, jsonEditor } from './json-editor.ts'

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  userPlace: (surroundings) => {
    const { root, below } = desktopFolder(surroundings)
    return { root, files: [`${below}Claude/claude_desktop_config.json`], trace: `${below}Claude` }
  },
  workspace: 'none',
  editor: jsonEditor(commandAndArguments(['mcpServers'])),
  next: 'Quit Claude Desktop completely and start it again.',
}
