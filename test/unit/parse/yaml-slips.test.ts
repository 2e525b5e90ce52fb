import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../../src/parse/yaml/yaml.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('a usual slip in YAML', () => {
  test.each([
    ['b: x: y', "b: 'x: y'", 'the value of "b" contains ":" and has no quotes'],
    ['- a: b: c # note', "- a: 'b: c' # note", 'the value of "a" contains ":" and has no quotes'],
    ["b: it's: y", `b: "it's: y"`, 'the value of "b" contains ":" and has no quotes'],
    ['b: y:', "b: 'y:'", 'the value of "b" contains ":" and has no quotes'],
    ['b: @team', "b: '@team'", 'the value of "b" starts with a sign and has no quotes'],
    ['b: `x`', "b: '`x`'", 'the value of "b" starts with a sign and has no quotes'],
    ["b: 'it's'", `b: "it's"`, 'the value of "b" contains its own quote'],
    ['b: "x" and y', `b: '"x" and y'`, 'the value of "b" continues after its closing quote'],
    ['b: "C:\\path"', "b: 'C:\\path'", 'the value of "b" contains an unknown escape sequence'],
    ['b: "open', 'b: "open"', 'the value of "b" has no closing quote'],
    ['b: [x, y', 'b: [x, y]', 'the value of "b" has no closing bracket'],
    ['b:\n\tc: 1', 'b:\n  c: 1', 'the line is indented with a tab'],
    ['b:x', 'b: x', 'there is no space after "b:"'],
  ])('%j becomes %j', (line, fixed, message) => {
    const [above, below] = line.startsWith('- ') ? ['- z: 1\n', '\n- y: 2\n'] : ['z: 1\n', '\ny: 2\n']
    const text = `${above}${line}${below}`
    const { tree, problems } = parseYaml(text)
    expect(tree).toBeUndefined()
    expect(problems).toHaveLength(1)
    const [problem] = problems
    if (!problem?.replacement) throw new Error(`nothing proposed: ${problem?.message}`)
    expect(problem.message).toBe(`The YAML cannot be read: ${message}.`)
    const { span, replacement } = problem
    expect(text.slice(0, span.start) + replacement.text + text.slice(span.end)).toBe(`${above}${fixed}${below}`)
  })

  test.each(['a: 1\n b: 2\n', 'a: {b: c\nd: 1\n', 'a: [\n', 'a: b: c\n'.repeat(1) + ' x: [\n  y: ]\n'])(
    'nothing is proposed that does not get the parser further: %j',
    (text) => {
      const [problem] = parseYaml(text).problems
      if (!problem?.replacement) return
      const { span, replacement } = problem
      const after = parseYaml(text.slice(0, span.start) + replacement.text + text.slice(span.end))
      expect(after.problems[0]?.span.start ?? Infinity).toBeGreaterThan(span.start)
    },
  )
})

describe('validate --fix', () => {
  const run = async (cwd: string, ...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }

  test('an unquoted ": " in a frontmatter is located and fixed', async () => {
    const guide = (description: string): string =>
      `---\nname: kiosk\ndescription: ${description}\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n`
    const cwd = tempFolder({ 'kiosk/KNOWLEDGE.md': guide('Refunds at the kiosk: how long they take, for support.') })
    const before = await run(cwd, 'validate', '.')
    expect(before.out).toContain('kiosk/KNOWLEDGE.md:3:14 error AK103')
    expect(before.out).toContain('"lorefence validate . --fix" does it.')
    const after = await run(cwd, 'validate', '.', '--fix')
    expect(after.code).toBe(0)
    expect(readFileSync(join(cwd, 'kiosk/KNOWLEDGE.md'), 'utf8')).toBe(
      guide("'Refunds at the kiosk: how long they take, for support.'"),
    )
  })

  test('many slips in one manifest are fixed at once, and what comes to light is reported', async () => {
    const unit = (id: number): string =>
      `  - id: u${id}\n    path: a.md\n    intent: Part ${id}: what it says\n    scope: global\n    audience: [agent]\n`
    const units = Array.from({ length: 12 }, (_, i) => unit(i)).join('')
    const cwd = tempFolder({
      'a.md': '# A\n',
      'knowledge.yaml': `kcp_version: "0.14"\nversion: 1.0.0\nunits:\n${units}`,
    })
    const { code, out } = await run(cwd, 'validate', '.', '--fix')
    expect(readFileSync(join(cwd, 'knowledge.yaml'), 'utf8')).toContain("intent: 'Part 11: what it says'")
    expect(out).not.toContain('KCP101')
    expect([code, out.includes('project')]).toEqual([1, true])
  })
})
