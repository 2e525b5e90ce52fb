import { describe, expect, test } from 'vitest'
import { validateText } from '../../../src/app/index.ts'
import { parseYaml } from '../../../src/parse/yaml/yaml.ts'

const MiB = 1024 * 1024
const codesOf = (text: string | Uint8Array) => [
  ...new Set(
    validateText(text, { file: 'knowledge.yaml' })
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ code }) => code),
  ),
]
const packCodesOf = (text: string | Uint8Array) =>
  validateText(text, { file: 'KNOWLEDGE.md' }).diagnostics.map(({ code }) => code)
const kindsOf = (text: string) => [...new Set(parseYaml(text).problems.map(({ kind }) => kind))]

describe('KCP-030: bombs', () => {
  test('the 24-level doubling document is refused for its aliases, and none of them is followed', () => {
    const levels = Array.from({ length: 24 }, (_, i) => `x${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)
    const text = ['x0: &a0 [kiosk, kiosk]', ...levels].join('\n')
    const { tree, problems } = parseYaml(text)
    expect([tree, problems.length]).toEqual([undefined, 48])
    expect(new Set(problems.map(({ kind, message }) => `${kind}: ${message}`))).toEqual(
      new Set(['unsafe: The document uses an alias.']),
    )
  })

  test.each([
    ['flow lists', '['.repeat(20_000)],
    ['flow mappings', '{a: '.repeat(20_000)],
    ['block lists in one line', `${'- '.repeat(20_000)}a`],
    ['block mappings', Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['explicit keys', '? '.repeat(20_000)],
    ['lists in a good document', `project: harbor\nunits:\n  - id: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
  ])('20,000 levels of %s are refused as too deep', (_, text) => {
    expect(kindsOf(text)).toEqual(['limit'])
  })

  test('64 levels are read', () => {
    const flow = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`
    const block = (depth: number): string => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n')
    for (const form of [flow, block]) {
      expect(kindsOf(form(64))).toEqual([])
      expect(kindsOf(form(65))).toEqual(['limit'])
      expect(kindsOf(form(66))).toEqual(['limit'])
    }
  })
})

describe('KCP-224: many small things', () => {
  test('100,000 keys are read', () => {
    const text = ['kcp_version: "0.14"', ...Array.from({ length: 100_000 }, (_, i) => `key${i}: 1`)].join('\n')
    expect(codesOf(text)).toEqual(['KCP201', 'KCP202'])
  })

  test('100,000 equal keys are refused with a hundred findings', () => {
    const { diagnostics } = validateText('key: 1\n'.repeat(100_000), { file: 'knowledge.yaml' })
    expect([diagnostics.length, new Set(diagnostics.map(({ code }) => code))]).toEqual([100, new Set(['KCP104'])])
  })

  test.each([
    ['list items', '- a\n'],
    ['list items in one line', 'a,'],
    ['empty pairs', ':,'],
    ['keys', '? a\n'],
    ['documents', '---\n'],
    ['lists', '[],'],
    ['dashes', '- \n'],
    ['CR lines', 'a\r'],
  ])('16 MiB of %s are refused before a node is made', (_, repeated) => {
    const text = `[${repeated.repeat((16 * MiB) / repeated.length - 1)}`
    expect(parseYaml(text).problems).toEqual([
      {
        kind: 'limit',
        message: 'The YAML has more than 2000000 lines, colons, commas, dashes and brackets.',
        span: { start: 0, end: 1 },
      },
    ])
  })

  test('a dense document of two million nodes and more is refused', () => {
    expect(kindsOf(`{${'a,'.repeat(1_000_001)}a}`)).toEqual(['limit'])
  })

  test('16 MiB of text in long lines are no reason to refuse', () => {
    const line = `- ${'Which warranty applies to a kiosk, and for how long? '.repeat(50)}\n`
    expect(kindsOf(line.repeat(Math.floor((16 * MiB) / line.length)))).toEqual([])
  })
})

describe('large files', () => {
  test('60 MB are refused by their size alone', () => {
    expect(codesOf(new Uint8Array(60_000_000))).toEqual(['KCP106'])
    expect(codesOf('a'.repeat(60_000_000))).toEqual(['KCP106'])
    expect(packCodesOf(new Uint8Array(80_000_000))).toEqual(['AK106'])
  })

  test('AK-059: frontmatter beyond 256 KiB is refused, a body of that size is not', () => {
    const head =
      'name: kiosk-brief\ndescription: Kiosk facts.\ntype: domain-reference\nstatus: ready\nprofile: wiki-first\n'
    expect(packCodesOf(`---\n${head}x: ${'a'.repeat(300_000)}\n---\n`)).toEqual(['AK106'])
    expect(packCodesOf(`---\n${head}---\n${'a '.repeat(300_000)}\n`)).not.toContain('AK106')
  })

  test('a frontmatter that never closes is refused, however long the file is', () => {
    expect(packCodesOf(`---\n${'-- - --- x\n'.repeat(500_000)}`)).toEqual(['AK102'])
  })
})

describe('many findings', () => {
  test('the 10,000 gravest are listed, and that there are more is said', () => {
    const units = `${'  - {id: a, path: a.md, intent: Why?}\n'.repeat(30_000)}  - {path: a.md, intent: Why?}\n`
    const { diagnostics, valid } = validateText(`project: harbor\nunits:\n${units}`, { file: 'knowledge.yaml' })
    expect(diagnostics).toHaveLength(10_001)
    expect([valid, diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)]).toEqual([
      false,
      ['KCP203'],
    ])
    expect(diagnostics[0]).toMatchObject({
      code: 'KCP106',
      severity: 'info',
      message: 'The document has more than 10000 findings; the least severe are not listed.',
    })
  })
})
