import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const head = 'kcp_version: "0.32"\nversion: 1.0.0\n'
const task = 'What is the zebra token?'
const tree = {
  'knowledge.yaml': `${head}project: harbor\nmanifests: [{id: sub, url: docs/sub/knowledge.yaml}]\nunits: [{id: d, path: docs/, intent: Where is the zebra?}]\n`,
  'docs/a.md': '# Ship\n\nThe ship sails at noon.\n',
  'docs/sub/knowledge.yaml': `${head}project: sub\nunits: [{id: s, path: s.md, intent: Zebra token?, access: restricted}]\n`,
  'docs/sub/s.md': '# Zebra\n\nThe zebra token is TOK.\n',
}

async function workspace() {
  const cwd = tempFolder(tree)
  const env = { HOME: tempFolder({}) }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  return {
    run,
    remove: () => rmSync(join(cwd, 'docs/sub/knowledge.yaml')),
    move: () => renameSync(join(cwd, 'docs/sub'), join(cwd, 'docs/moved')),
    link: () => symlinkSync('moved', join(cwd, 'docs/sub')),
  }
}

const yes = { interactive: true, answers: [true] }

test('the grant of a deleted manifest ends with the command that read names, which says who still gives its files', async () => {
  const { run, remove } = await workspace()
  await run(['trust', '.'], yes)
  remove()
  const closed = await run(['read', task])
  expect(closed.out).not.toContain('TOK')
  expect(closed.err).toContain('  run:  lorefence trust --remove docs/sub/knowledge.yaml\n')
  expect((await run(['doctor'])).out).toContain('lorefence trust --remove docs/sub/knowledge.yaml')
  const { code, out, err } = await run(['trust', '--remove', 'docs/sub/knowledge.yaml'])
  expect([code, out]).toEqual([0, expect.stringMatching(/^removed .*docs\/sub\/knowledge\.yaml\n$/)])
  expect(err).toMatch(/can be read without its restrictions: .+/)
  expect((await run(['read', task])).out).toContain('TOK')
})

test('trust says what is gone, and ends that grant with the answer of a person', async () => {
  const { run, remove } = await workspace()
  await run(['trust', '.'], yes)
  remove()
  const refused = await run(['trust', '.'], { interactive: true, answers: [false] })
  expect(refused.err).toContain(
    'docs/sub/knowledge.yaml is gone: its grant ends, and what it restricted is open to other granted entries.\n',
  )
  expect((await run(['read', task])).out).not.toContain('TOK')
  await run(['trust', '.'], yes)
  expect((await run(['read', task])).out).toContain('TOK')
})

test('what a followed manifest restricted waits after its folder was moved, until the manifest is granted there', async () => {
  const { run, move } = await workspace()
  await run(['trust', '.', '--follow'], yes)
  move()
  const closed = await run(['read', task])
  expect(closed.out).not.toContain('TOK')
  expect(closed.err).toContain('It waits for "docs/sub/knowledge.yaml"')
  await run(['trust', '.', '--follow'], yes)
  const restricted = await run(['read', task])
  expect(restricted.out).not.toContain('TOK')
  expect(restricted.err).not.toContain('It waits for')
})

test('it waits as well where a link to the new place was left behind', async () => {
  const { run, move, link } = await workspace()
  await run(['trust', '.', '--follow'], yes)
  move()
  link()
  expect((await run(['read', task])).out).not.toContain('TOK')
  await run(['trust', '.', '--follow'], yes)
  const restricted = await run(['read', task])
  expect(restricted.out).not.toContain('TOK')
  expect(restricted.err).not.toContain('It waits for')
})

test('trust of an entry file grants it alone and counts the declared manifests that are not granted', async () => {
  const { run } = await workspace()
  const { out, err } = await run(['trust', 'knowledge.yaml'], yes)
  expect(out).toBe('granted manifest:harbor\n')
  expect(err).toContain('1 declared manifest is not granted. To grant all: lorefence trust .\n')
  expect((await run(['trust', 'docs/a.md'], yes)).err).toContain('To grant what is there: lorefence trust docs')
})

test('plain documents that were granted without a manifest close nothing for a manifest above', async () => {
  const cwd = tempFolder({ 'notes/s.md': tree['docs/sub/s.md'] })
  const env = { HOME: tempFolder({}) }
  const run = async (argv: readonly string[], folder = cwd) => {
    const terminal = fakeTerminal({ cwd: folder, env, ...yes })
    await main(argv, terminal)
    return terminal.stdout
  }
  await run(['trust', '--docs', 'notes'])
  expect(await run(['read', task, '--docs', 'notes'])).toContain('TOK')
  await run(['init'])
  await run(['trust', '.'])
  expect(await run(['read', task])).toContain('TOK')
})
