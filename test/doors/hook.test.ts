import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'

const hook = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url))
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

const noise = Array.from({ length: 100 }, (_, i) => `[INFO] --- plugin ${i}`).join('\n')
const eventOf = (command: string): object => ({
  session_id: 's1',
  tool_name: 'Bash',
  tool_input: { command },
  tool_response: { stdout: noise },
})

const run = (home: string, args: readonly string[], command: string) =>
  spawnSync(process.execPath, [...args], {
    cwd: home,
    env: { HOME: home },
    input: JSON.stringify(eventOf(command)),
    encoding: 'utf8',
  })

/** Prints the parts of node that a program has loaded by its end and had not before its first line. */
const loads = `const before = new Set(process.moduleLoadList)
process.on('exit', () => {
  const added = process.moduleLoadList.filter((name) => !before.has(name))
  require('node:fs').writeSync(2, JSON.stringify(added.map((name) => name.split(' ').at(-1))))
})`

describe('a hook loads no part of node that a bare start has not loaded, but node:os', () => {
  test.each([
    ['pre-tool-use', 'git status | head -5', false],
    ['pre-tool-use', 'mvn test', false],
    ['post-tool-use', 'git status', false],
    ['post-tool-use', 'mvn test', true],
  ])('%s of %s', (event, command, isAnswered) => {
    const home = tempFolder({ 'loads.cjs': loads })
    run(home, [hook, 'pre-tool-use'], command)
    const { stdout, stderr } = run(home, ['--require', join(home, 'loads.cjs'), hook, event], command)
    expect([...new Set(JSON.parse(stderr) as string[])]).toEqual(['os'])
    expect(stdout !== '').toBe(isAnswered)
  })
})

test.each([
  ['pre-tool-use', /"additionalContext":"<knowledge_manifest name=\\"command mvn\\" source=\\"bundled\\"/],
  ['post-tool-use', /"updatedToolOutput":\{"stdout":"\[… 88 lines left out/],
])('the program and the command line answer %s alike, once', (event, expected) => {
  const [program, command] = [[hook], [cli, 'hook']].map((args) => run(tempFolder(), [...args, event], 'mvn test'))
  expect(program).toMatchObject({ status: 0, stdout: expect.stringMatching(expected), stderr: '' })
  expect(program?.stdout.match(/\n/g)).toHaveLength(1)
  expect(command?.stdout).toBe(program?.stdout)
})

test('a card of the user goes before ours', () => {
  const home = tempFolder()
  mkdirSync(join(home, '.kcp/commands'), { recursive: true })
  writeFileSync(join(home, '.kcp/commands/mvn.yaml'), 'command: mvn\ndescription: ours is special\n')
  const { status, stdout } = run(home, [hook, 'pre-tool-use'], 'mvn test')
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('ours is special') })
  expect(readFileSync(join(home, '.kcp/events.jsonl'), 'utf8')).toContain('"manifest_key":"mvn"')
})

test('whatever was sent, a hook exits 0 and prints nothing', () => {
  for (const input of ['', 'no json', '{"tool_name":"Bash","tool_input":{"command":7}}'])
    for (const event of ['pre-tool-use', 'post-tool-use', 'other'])
      expect(spawnSync(process.execPath, [hook, event], { env: { HOME: '/' }, input, encoding: 'utf8' })).toMatchObject(
        { status: 0, stdout: '', stderr: '' },
      )
})

test('a hook ends where nothing can be created, and where its log is a pipe that nobody reads', () => {
  const home = tempFolder()
  mkdirSync(join(home, '.kcp'))
  spawnSync('mkfifo', [join(home, '.kcp/events.jsonl')])
  const ends = ['/proc/1/none', home].map((one) => {
    const { status, stderr } = spawnSync(process.execPath, [hook, 'pre-tool-use'], {
      cwd: '/',
      env: { HOME: one },
      input: JSON.stringify(eventOf('mvn test')),
      encoding: 'utf8',
      // Only a hook that never ends is stopped.
      timeout: 60_000,
    })
    return [status, stderr]
  })
  expect(ends).toEqual([
    [0, ''],
    [0, ''],
  ])
}, 180_000)
