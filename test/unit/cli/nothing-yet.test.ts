import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { memoryToolsAt } from '../../../src/serve/cli/memory-for.ts'
import { noToolsReason } from '../../../src/serve/cli/no-tools-reason.ts'
import { doorWorld } from '../../support/door-world.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { connectTo } from '../../support/mcp-client.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** A server without tools, as ours is where there is no knowledge. */
const toolless = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  if (method === 'initialize') say({ protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'lorefence', version: '9.9.9' } })
  if (method === 'tools/list') say({ tools: [] })
})
`

async function integrate(tree: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const cwd = tempFolder(tree)
  const program = `${tempFolder({ 'cli.cjs': toolless })}/cli.cjs`
  const terminal = fakeTerminal({
    cwd,
    env: { HOME: tempFolder(), PATH: process.env['PATH'] },
    program: () => [process.execPath, program],
  })
  return {
    cwd,
    code: await main(['integrate', 'zed', '--yes', ...argv], terminal),
    told: terminal.stderr.split('\n').slice(-3, -1),
  }
}

describe('where there is no knowledge yet', () => {
  test('integrate writes the settings all the same, and says what to type', async () => {
    const { cwd, code, told } = await integrate({})
    expect([code, told]).toEqual([
      0,
      [
        'The server answers: lorefence 9.9.9',
        `There is no knowledge in ${cwd} yet, so there are no tools. Start with: lorefence init`,
      ],
    ])
  })

  test('the command names the folder that the server looks into', async () => {
    const { cwd, told } = await integrate({ 'my docs/note.txt': '' }, '--root', 'my docs')
    expect(told[1]).toBe(
      `There is no knowledge in ${cwd}/my docs yet, so there are no tools. Start with: lorefence init --root 'my docs'`,
    )
  })

  test('what is there and broken is not called nothing', async () => {
    const { cwd, told } = await integrate({ 'knowledge.yaml': 'units: [\n' })
    expect(told[1]).toBe(
      `Nothing in ${cwd} can be used now, so there are no tools. Run "lorefence doctor" for the reasons.`,
    )
  })

  test('a bare folder of packs is no place to begin a manifest', () => {
    const empty: Catalog = { entries: [], shadowed: [], quarantined: [], roots: [], diagnostics: [] }
    expect(noToolsReason(empty, { values: { packs: ['packs'] }, terminal: fakeTerminal({ cwd: '/w' }) })).toBe(
      'There is no knowledge in /w/packs yet, so there are no tools.',
    )
  })

  test('the model of a client on this machine learns it from the instructions; elsewhere no command is told', async () => {
    const knowledge = await doorWorld({ 'README.md': '# Nothing here\n' }).open()
    const here = await connectTo({ knowledge, commands: { cwd: '/w' } })
    expect(here.getInstructions()).toMatch(
      /^There is no knowledge here yet, so there are no tools\. They appear once a person has run "lorefence init"[^\n]* Before answering [^\n]*$/,
    )
    expect((await connectTo({ knowledge })).getInstructions()).toMatch(/^Before answering/)
  })

  test('where past sessions are offered, neither the model nor the person is told that there are no tools', async () => {
    const knowledge = await doorWorld({ 'README.md': '# Nothing here\n' }).open()
    const memory = memoryToolsAt({ values: {}, terminal: { cwd: '/w', env: { HOME: tempFolder() } } })
    const client = await connectTo({ knowledge, commands: { cwd: '/w' }, memory })
    expect(client.getInstructions()).toMatch(
      /^For what was said[^\n]* call kcp_memory_search\. There is no knowledge here yet, so the tools are for other things\. Those for knowledge appear once /,
    )
    expect(client.getInstructions()).not.toContain('no tools')
    const empty: Catalog = { entries: [], shadowed: [], quarantined: [], roots: [], diagnostics: [] }
    expect(noToolsReason(empty, { values: { memory: true }, terminal: fakeTerminal({ cwd: '/w' }) })).toBe(
      'There is no knowledge in /w yet, so the only tools are those for past sessions. Start with: lorefence init',
    )
    const values = { memory: true, workspace: true }
    expect(noToolsReason(empty, { values, terminal: fakeTerminal({ cwd: '/w' }) })).toContain(
      'the only tools are those for past sessions and scanned files.',
    )
  })

  test.each([['read', 'hello'], ['doctor'], ['catalog']])('%s says how to start', async (...argv) => {
    const terminal = fakeTerminal({ cwd: tempFolder(), env: { HOME: tempFolder() } })
    await main(argv, terminal)
    expect(`${terminal.stdout}${terminal.stderr}`).toMatch(
      /There is no knowledge (?:here|to list)\. Start with: lorefence init(?:, or read plain documents with --docs DIR\.)?\n/,
    )
  })
})

describe('where nothing was installed or scanned yet, one line says what to type', () => {
  const off = 'No session was scanned yet. To turn it on: lorefence memory scan\n'
  test.each([
    [['update'], 'Nothing is installed here. Start with: lorefence add owner/repo\n'],
    [['list'], 'Nothing is installed here. Start with: lorefence add owner/repo\n'],
    [['memory', 'search', 'deploy'], off],
    [['memory', 'list'], off],
  ])('%j', async (argv, line) => {
    const terminal = fakeTerminal({ cwd: tempFolder(), env: { HOME: tempFolder() } })
    expect([await main(argv, terminal), terminal.stderr]).toEqual([0, line])
  })

  test('add without a source names one', async () => {
    const terminal = fakeTerminal({ cwd: tempFolder(), env: { HOME: tempFolder() } })
    expect(await main(['add'], terminal)).toBe(2)
    expect(terminal.stderr).toContain(
      'There is no source and no catalog here. Name a source, such as: lorefence add owner/repo',
    )
  })
})
