import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../src/version.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('AK-340: the packed package installed in an empty folder runs without anything else', () => {
  const folder = tempFolder({ 'package.json': '{"private": true, "type": "module"}' })
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string; files: readonly { path: string; size: number }[] }]
  const code = packed.files.filter(({ path }) => !path.startsWith('docs/'))
  // Among them: five files of the page in the browser, six of the hooks around shell commands, two that start threads.
  expect(code.length).toBeLessThan(60)
  expect(code.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(4_300_000)
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], {
    cwd: folder,
    stdio: 'ignore',
  })
  const command = join(folder, 'node_modules', '.bin', 'lorefence')
  expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  expect(execFileSync(command, ['--help'], { encoding: 'utf8' })).toContain('lorefence <verb>')
  const imported = execFileSync(
    'node',
    [
      '--input-type=module',
      '-e',
      'import { validateText } from "lorefence"; console.log(validateText("", { file: "knowledge.yaml" }).parsed)',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(imported).toBe('false\n')
  writeFileSync(join(folder, 'use.ts'), typed)
  const compile = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'use.ts']
  execFileSync(join(process.cwd(), 'node_modules/.bin/tsc'), compile, { cwd: folder, stdio: 'pipe' })
}, 120_000)

/** What a program in TypeScript writes; the library is checked as well. */
const typed = `
import { openKnowledge, type Fenced, type Files, type Knowledge, type Ports } from 'lorefence'
import { mcpHandler } from 'lorefence/mcp'
import { memoryFiles, memoryPorts } from 'lorefence/testing'
const files: Files = memoryFiles({ '/harbor/knowledge.yaml': '' })
const ports: Ports = memoryPorts(files)
const knowledge: Knowledge = await openKnowledge({ roots: ['/harbor'], ports })
export const schemas: readonly { additionalProperties: false }[] = knowledge.tools({ strict: true }).map((tool) => tool.parameters)
export const names: readonly string[] = knowledge.tools().map(({ name }) => name)
export const fenced: Fenced = (await knowledge.read({ task: 'When is a refund paid?' })).fenced
export const handler = await mcpHandler({ roots: ['/harbor'] })
const activated = await knowledge.activate('harbor')
if (activated.kind === 'units' && activated.outcome === 'given') activated.units.map(({ ref }) => ref)
export {}
`
