import { expect, test } from 'vitest'
import type { Gap } from '../../../src/app/index.ts'
import { commit, repository } from '../../support/git-repository.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { personIn, type Ran } from '../../support/scanned-workspace.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../../support/temp-folder.ts'

interface Found {
  readonly gaps: readonly Gap[]
  readonly commands: readonly string[]
}

const gapsIn = ({ stdout }: Ran): Found => JSON.parse(stdout) as Found
const rows = ({ gaps }: Found): readonly string[] =>
  gaps.map(({ path, uses: { links, changes, reads, mentions } }) => `${path} ${links} ${changes} ${reads} ${mentions}`)

test('files that are linked and changed, and that nothing declares, come first by their ways of use, with the command', async () => {
  const folder = repository({
    'knowledge.yaml': manifestText({}, unitWith({ id: 'setup', path: 'setup.md' })),
    'setup.md': '# Setup\n\nSee [deploy](docs/deploy.md).\n',
    'docs/deploy.md': '# Deploy\n',
    'docs/log.md': '# Log\n',
    'docs/a.md': '[deploy](deploy.md) [deploy](./deploy.md) [code](../src/main.ts) [out](../../../etc/passwd)\n',
    'docs/b.md': '[deploy](/docs/deploy.md) [code](../src/main.ts)\n',
    'src/main.ts': 'export const a = 1\n',
    'src/other.ts': 'export const a = 1\n',
  })
  for (const text of ['two', 'three', 'four'])
    commit(folder, { 'docs/deploy.md': text, 'docs/log.md': text, 'src/other.ts': text, 'setup.md': text })
  const run = personIn(folder)
  await run('workspace', 'scan', '.')
  const found = gapsIn(await run('workspace', 'gaps', '--json'))
  expect(rows(found)).toEqual(['docs/deploy.md 2 3 0 0', 'docs/log.md 0 3 0 0', 'src/main.ts 2 0 0 0'])
  expect(found.commands).toEqual(['lorefence init --update docs/deploy.md docs/log.md'])
})

test('a document that a manifest restricts is not opened for its links', async () => {
  const folder = repository({
    'knowledge.yaml': manifestText(
      {},
      unitWith({ id: 'secret', path: 'secret.md', access: 'restricted', auth_scope: 'ops' }),
      unitWith({ id: 'open', path: 'open.md' }),
    ),
    'secret.md': '[plan](plan.md)\n',
    'open.md': '[plan](plan.md) [map](map.md)\n',
    'other.md': '[map](map.md)\n',
    'plan.md': '# Plan\n',
    'map.md': '# Map\n',
  })
  const run = personIn(folder)
  await run('trust', '.')
  await run('workspace', 'scan', '.')
  expect(rows(gapsIn(await run('workspace', 'gaps', '--json')))).toEqual(['map.md 2 0 0 0'])
})

test('what is ignored, secret or declared is no gap', async () => {
  const folder = repository({
    '.gitignore': 'ignored.md\n',
    'knowledge.yaml': manifestText({}, unitWith({ id: 'setup', path: 'setup.md' })),
    'setup.md': '# Setup\n',
    'a.md': '[i](ignored.md) [e](.env) [s](setup.md) [k](knowledge.yaml)\n',
    'b.md': '[i](ignored.md) [e](.env) [s](setup.md) [k](knowledge.yaml)\n',
  })
  writeFileSync(join(folder, 'ignored.md'), '# Ignored\n')
  writeFileSync(join(folder, '.env'), 'TOKEN=1\n')
  const run = personIn(folder)
  await run('workspace', 'scan', '.')
  expect(rows(gapsIn(await run('workspace', 'gaps', '--json')))).toEqual([])
})

test('what past sessions of the repository name is counted, once it is remembered', async () => {
  const folder = repository({ 'docs/deploy.md': '# Deploy\n', 'docs/other.md': '# Other\n' })
  const home = tempFolder()
  const sessions = join(home, '.claude/projects/harbor')
  mkdirSync(sessions, { recursive: true })
  const message = (content: string, second: number): string =>
    JSON.stringify({
      type: 'user',
      sessionId: 's-1',
      cwd: folder,
      timestamp: `2026-11-01T10:00:0${second}Z`,
      message: { role: 'user', content },
    })
  writeFileSync(
    join(sessions, 's-1.jsonl'),
    `${[message('Please open deploy.md.', 1), message(`and ${folder}/docs/deploy.md again`, 2)].join('\n')}\n`,
  )
  const run = personIn(folder, home)
  await run('workspace', 'scan', '.')
  expect(rows(gapsIn(await run('workspace', 'gaps', '--json')))).toEqual([])
  await run('memory', 'scan')
  expect(rows(gapsIn(await run('workspace', 'gaps', '--json')))).toEqual(['docs/deploy.md 0 0 0 2'])
})

test('what was read while it was declared is counted', async () => {
  const manifest = (path: string): string => manifestText({}, unitWith({ id: 'setup', path }))
  const folder = repository({
    'knowledge.yaml': manifest('battery.md'),
    'battery.md': '# Battery\n\nThe battery of the kiosk lasts nine hours.\n',
    'setup.md': '# Setup\n',
  })
  const run = personIn(folder)
  await run('trust', '.')
  await run('read', 'How long does the battery of the kiosk last?')
  await run('read', 'Does the battery last nine hours?')
  commit(folder, { 'knowledge.yaml': manifest('setup.md') })
  await run('trust', '--remove', '.')
  await run('workspace', 'scan', '.')
  expect(rows(gapsIn(await run('workspace', 'gaps', '--json')))).toEqual(['battery.md 0 0 2 0'])
})

test('a hostile name is escaped on a terminal and quoted in a command', async () => {
  const odd = "a';touch x;'\u001b[31m\n.md"
  const folder = repository({ [odd]: '# Odd\n' })
  commit(folder, { [odd]: 'two' })
  commit(folder, { [odd]: 'three' })
  const run = personIn(folder)
  await run('workspace', 'scan', '.')
  const { stdout, stderr } = await run('workspace', 'gaps')
  expect(stdout).toBe("a';touch x;'<U+001B>[31m<U+000A>.md  changed by 2 commits\n")
  expect(stderr).toContain(String.raw`run:  lorefence init 'a'\'';touch x;'\''<U+001B>[31m<U+000A>.md'`)
})
