import { serverName, xdgFolder, type Client } from './client.ts'
import { isJsonObject, jsonEditor, textList, type JsonShape } from './json-editor.ts'

/** OpenCode 2 has its servers one level deeper and has no `enabled`; it reads the older form too. */
const shape: JsonShape = {
  containerIn: (config) => {
    const servers = isJsonObject(config['mcp']) ? config['mcp']['servers'] : undefined
    return isJsonObject(servers) && servers['type'] === undefined ? ['mcp', 'servers'] : ['mcp']
  },
  entry: (command, { container, presets }) => ({ type: 'local', command, ...(container.length > 1 ? {} : presets) }),
  commandIn: (entry) => textList(entry['command']),
}

export const opencode: Client = {
  id: 'opencode',
  title: 'OpenCode',
  userPlace: (surroundings) => {
    const { root, below } = xdgFolder(surroundings)
    return {
      root,
      files: ['json', 'jsonc'].map((ending) => `${below}opencode/opencode.${ending}`),
      trace: `${below}opencode`,
    }
  },
  projectFiles: ['opencode.json', 'opencode.jsonc'],
  editor: jsonEditor(shape),
  presets: { own: { enabled: true }, project: { enabled: true } },
  next: `Restart OpenCode; "opencode mcp list" shows ${serverName}.`,
}
