import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../src/version.ts'
import { tempFolder } from '../support/temp-folder.ts'

const script = 'scripts/release-files.mjs'

test('the files of a release name the owner, and the package proves the name of the server', () => {
  const folder = tempFolder()
  execFileSync('node', [script, 'harbor-kiosk', folder])
  const server = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as {
    name: string
    description: string
    version: string
    packages: { identifier: string; version: string }[]
  }
  const published = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(server.name).toBe('io.github.harbor-kiosk/lorefence')
  expect(server.description.length).toBeLessThanOrEqual(100)
  expect(server.packages).toMatchObject([{ identifier: 'lorefence', version }])
  expect(published).toMatchObject({
    mcpName: server.name,
    version: server.version,
    repository: { url: 'git+https://github.com/harbor-kiosk/lorefence.git' },
    homepage: 'https://github.com/harbor-kiosk/lorefence#readme',
    bugs: 'https://github.com/harbor-kiosk/lorefence/issues',
    keywords: expect.arrayContaining(['mcp', 'mcp-server']),
    publishConfig: { provenance: true },
  })
})

test.each([[[]], [['../x']], [['a b']]])('an owner that is none is refused: %j', (args) => {
  expect(spawnSync('node', [script, ...args, tempFolder()]).status).toBe(2)
})

test('every page that names a version names this one', () => {
  expect(readFileSync('action.yml', 'utf8')).toContain(`default: lorefence@${version}\n`)
  const named = [...readFileSync('docs/guide/ci.md', 'utf8').matchAll(/\bv(\d+\.\d+\.\d+)\b/g)].map(
    ([, found]) => found,
  )
  expect(new Set(named)).toEqual(new Set([version]))
})
