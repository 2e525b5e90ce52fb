import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askServer } from '../../src/io/process/ask-server.ts'
import { version } from '../../src/version.ts'
import { tempFolder } from '../support/temp-folder.ts'

function bundle(folder: string, name: string): string {
  const path = join(folder, name)
  execFileSync('node', ['scripts/bundle-mcpb.mjs', path], { stdio: 'ignore' })
  return path
}

/** Another reader of zips checks every checksum and unpacks. */
function unzip(path: string, folder: string): { readonly names: readonly string[]; readonly broken: string | null } {
  const script =
    'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nz.extractall(sys.argv[2])\nprint(json.dumps({"names":z.namelist(),"broken":z.testzip()}))'
  return JSON.parse(execFileSync('python3', ['-c', script, path, folder], { encoding: 'utf8' })) as {
    names: string[]
    broken: string | null
  }
}

test('the bundle has a manifest and a server that answers, and nothing that only builders need', async () => {
  const folder = tempFolder()
  const unpacked = join(folder, 'unpacked')
  const { names, broken } = unzip(bundle(folder, 'a.mcpb'), unpacked)
  expect(broken).toBe(null)
  expect(names).toEqual([...names].sort())
  expect(
    names.filter(
      (name) =>
        !/^(?:LICENSE|manifest\.json|server\/package\.json|server\/(?:chunks\/)?[\w-]+\.js|server\/chunks\/o200k\.bin)$/.test(
          name,
        ),
    ),
  ).toEqual([])
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
    server: { entry_point: string; mcp_config: { command: string; args: readonly string[] } }
  }
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    name: 'lorefence',
    version,
    author: { name: 'lorefence' },
    server: { type: 'node', entry_point: 'server/cli.js' },
  })
  const { command, args } = manifest.server.mcp_config
  const filled = args.map((word) => word.replace('${__dirname}', unpacked).replace('${user_config.workspace}', folder))
  expect([command, names.includes(manifest.server.entry_point)]).toEqual(['node', true])
  const answer = await askServer([command, ...filled], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: tempFolder() },
    timeout: 20_000,
  })
  expect(answer).toMatchObject({ ok: true, name: 'lorefence' })
}, 60_000)

test('the same build gives the same bytes', () => {
  const folder = tempFolder()
  expect(readFileSync(bundle(folder, 'a.mcpb')).equals(readFileSync(bundle(folder, 'b.mcpb')))).toBe(true)
})
