import type { Client } from './client.ts'
import { commandAndArguments, jsonEditor } from './json-editor.ts'

export const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  userPlace: ({ home }) => ({ root: home, files: ['.cursor/mcp.json'], trace: '.cursor' }),
  projectFiles: ['.cursor/mcp.json'],
  workspace: '${workspaceFolder}',
  editor: jsonEditor(commandAndArguments(['mcpServers'])),
  next: 'Restart Cursor; its settings list the server under MCP.',
}
