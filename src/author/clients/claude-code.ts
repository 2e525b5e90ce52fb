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
  // Otherwise the client hides the tools until a model searches for them.
  presets: { own: { alwaysLoad: true }, project: { alwaysLoad: true } },
  next: 'Restart Claude Code; /mcp lists the server.',
}
