// Writes the parts of a release that only its owner can fill in: server.json for the MCP registry, and the fields of
// package.json that prove who publishes. Takes the owner of the GitHub repository, and a folder (default: the current
// one).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const [owner, folder = project] = process.argv.slice(2)
if (!/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?$/.test(owner ?? '')) {
  console.error('usage: node scripts/release-files.mjs OWNER [FOLDER]')
  process.exit(2)
}

const settings = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
const name = `io.github.${owner}/lorefence`
const repository = `https://github.com/${owner}/lorefence`

const server = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name,
  title: 'lorefence',
  description: 'Answers from the knowledge that a person granted: selected, fenced as data, recorded.',
  version: settings.version,
  repository: { url: repository, source: 'github' },
  packages: [
    {
      registryType: 'npm',
      identifier: settings.name,
      version: settings.version,
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ],
}

const published = {
  ...settings,
  mcpName: name,
  homepage: `${repository}#readme`,
  bugs: `${repository}/issues`,
  repository: { type: 'git', url: `git+${repository}.git` },
  publishConfig: { access: 'public', provenance: true },
}

writeFileSync(join(folder, 'server.json'), `${JSON.stringify(server, null, 2)}\n`)
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
