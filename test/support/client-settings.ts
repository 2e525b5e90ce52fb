/**
 * Where each client stores its settings on Linux, the settings of a long-time user, and the settings written if there
 * were none.
 */
export interface ClientCase {
  readonly id: string
  readonly file: string
  readonly used: string
  readonly fresh: string
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const [node, script] = ['/opt/node', '/opt/lorefence/dist/cli.js']

export const clientCases: readonly ClientCase[] = [
  {
    id: 'claude-code',
    file: '.claude.json',
    used: `{\n  "numStartups": 41,\n  "mcpServers": {\n    "playwright": {\n      "command": "npx",\n      "args": ["@playwright/mcp@latest"],\n      "env": { "TOKEN": "t0p-s3cret-value" }\n    }\n  },\n  "projects": {}\n}`,
    fresh: json({
      mcpServers: { lorefence: { type: 'stdio', alwaysLoad: true, command: node, args: [script, 'mcp'] } },
    }),
  },
  {
    id: 'cursor',
    file: '.cursor/mcp.json',
    used: '{"mcpServers":{"files":{"command":"npx","args":["-y","files"]}}}',
    fresh: json({
      mcpServers: { lorefence: { command: node, args: [script, 'mcp', '--root', '${workspaceFolder}'] } },
    }),
  },
  {
    id: 'vscode',
    file: '.config/Code/User/mcp.json',
    used: '{\n\t// what the team agreed on\n\t"servers": {\n\t\t"memory": { "command": "npx" }, // keep\n\t},\n\t"inputs": [],\n}\n',
    fresh: json({
      servers: { lorefence: { type: 'stdio', command: node, args: [script, 'mcp', '--root', '${workspaceFolder}'] } },
    }),
  },
  {
    id: 'codex',
    file: '.codex/config.toml',
    used: '# mine\nmodel = "o4" # fast\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = [\n  "-y", # yes\n  "docs",\n]\n\n[mcp_servers.docs.env]\n"API KEY" = \'x\'\n',
    fresh: `[mcp_servers.lorefence]\ncommand = "${node}"\nargs = ["${script}", "mcp"]\nrequired = true\n`,
  },
  {
    id: 'opencode',
    file: '.config/opencode/opencode.json',
    used: '{\r\n  "$schema": "https://opencode.ai/config.json",\r\n  "model": "x" // the small one\r\n}\r\n',
    fresh: json({ mcp: { lorefence: { type: 'local', command: [node, script, 'mcp'], enabled: true } } }),
  },
  {
    id: 'zed',
    file: '.config/zed/settings.json',
    used: '// Zed settings\n{\n    "theme": "One Dark",\n    "context_servers": {\n        /* none yet */\n    }\n}\n',
    fresh: json({ context_servers: { lorefence: { command: node, args: [script, 'mcp'] } } }),
  },
  {
    id: 'claude-desktop',
    file: '.config/Claude/claude_desktop_config.json',
    used: '{\n  "globalShortcut": ""\n}\n',
    fresh: json({ mcpServers: { lorefence: { command: node, args: [script, 'mcp', '--root', '/work/harbor'] } } }),
  },
]
