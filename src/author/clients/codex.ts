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
  // Codex waits for a required server before the first turn and exits if it does not start. A project gets a longer
  // timeout instead, because npx may have to download the package.
  presets: { own: { required: true }, project: { startup_timeout_sec: 60 } },
  next: 'Restart Codex; /mcp lists the server.',
}
