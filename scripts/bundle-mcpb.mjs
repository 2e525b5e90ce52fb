// Packs the built server into an .mcpb, which Claude Desktop installs on a double click. Takes the name of the output
// file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zip } from './zip.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const { version, description, license } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))

const manifest = {
  manifest_version: '0.3',
  name: 'lorefence',
  display_name: 'lorefence',
  version,
  description,
  author: { name: 'lorefence' },
  license,
  server: {
    type: 'node',
    entry_point: 'server/cli.js',
    mcp_config: { command: 'node', args: ['${__dirname}/server/cli.js', 'mcp', '--root', '${user_config.workspace}'] },
  },
  user_config: {
    workspace: {
      type: 'directory',
      title: 'Workspace',
      description:
        'The folder whose packs and manifests may be used, once you have granted them with "lorefence trust".',
      required: true,
    },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20' } },
}

const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The program and everything it imports or reads, immediately or later. */
function serverFiles() {
  const dist = join(project, 'dist')
  const waiting = [join(dist, 'cli.js')]
  const files = new Map()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const name = `server/${relative(dist, path).replaceAll('\\', '/')}`
    if (files.has(name) || !existsSync(path)) continue
    const content = readFileSync(path)
    files.set(name, content)
    for (const [, imported] of content
      .toString('utf8')
      .matchAll(/(?:from|import|import\(|new URL\()\s*["'`](\.{1,2}\/[^"'`]+\.(?:js|bin))["'`]/g))
      waiting.push(resolve(dirname(path), imported))
  }
  return files
}

const target = process.argv[2] ?? join(project, `lorefence-${version}.mcpb`)
const files = {
  'manifest.json': json(manifest),
  'server/package.json': json({ type: 'module' }),
  LICENSE: readFileSync(join(project, 'LICENSE')),
  ...Object.fromEntries(serverFiles()),
}
writeFileSync(target, zip(files))
console.log(target)
