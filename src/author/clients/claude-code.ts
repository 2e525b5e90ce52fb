import type { Client } from './client.ts'
import { commandAndArguments, jsonEditor } from './json-editor.ts'

export const claudeCode: Client = {
  id: 'claude-code',
  title: 'Claude Code',
  userPlace: ({ home, env }) => {
    const chosen = env['CLAUDE_CONFIG_DIR']
    return chosen
      ? { root: chosen, files: ['.claude.json'], trace: '' }
      : { root: home, files: ['.claude.json'], trace: '.claude' }
  },
  projectFiles: ['.mcp.json'],
  editor: jsonEditor(commandAndArguments(['mcpServers'], { type: 'stdio' })),
  // Otherwise its search for tools hides them until a model thinks of looking for them.
  presets: { own: { alwaysLoad: true }, project: { alwaysLoad: true } },
  next: 'Restart Claude Code; /mcp lists the server.',
}
