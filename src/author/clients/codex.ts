import type { Client } from './client.ts'
import { tomlEditor } from './toml-editor.ts'

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  userPlace: ({ home, env }) => {
    const chosen = env['CODEX_HOME']
    return chosen
      ? { root: chosen, files: ['config.toml'], trace: '' }
      : { root: home, files: ['.codex/config.toml'], trace: '.codex' }
  },
  projectFiles: ['.codex/config.toml'],
  editor: tomlEditor('mcp_servers'),
  next: 'Restart Codex; /mcp lists the server.',
}
