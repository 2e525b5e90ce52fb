import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateText } from '../../src/app/index.ts'
import { codeRows, type Code } from '../../src/model/codes/codes.ts'
import type { Finding } from '../../src/model/codes/diagnostic.ts'
import { diagnose, sortDiagnostics } from '../../src/parse/diagnose.ts'
import { parseYaml } from '../../src/parse/yaml/yaml.ts'
import { kioskGuide } from '../support/kiosk-pack.ts'

const text = `kcp_version: 0.10
project: harbor
projct: pier
updated: yesterday
units:
  - id: setup
    path: setup.md
    intent: How
    scope: globl
    audience: [agnt, 3, agnt]
    depends_on: [overveiw, setp]
  - id: setup
    path: setup.md
    intent: How
    hints: {token_estimate: many, prioritty: critical}
`
const guide = kioskGuide(['trust: offical', 'updated: soon', 'runtime: {mode: loud}', 'licence: MIT', 'maintainers: 3'])
const locate = parseYaml(text).tree?.locate

const anyFinding = fc.record<Finding, 'code' | 'message'>(
  {
    code: fc.constantFrom(...(Object.keys(codeRows) as Code[])),
    message: fc.constantFrom('One thing.', 'Another thing.'),
    pointer: fc.constantFrom(
      '',
      '/project',
      '/units',
      '/units/0',
      '/units/0/scope',
      '/units/1/hints/prioritty',
      '/units/9',
      '/absent/field',
    ),
    atKey: fc.boolean(),
    span: fc.record({ start: fc.nat(60), end: fc.integer({ min: 60, max: 90 }) }),
    file: fc.constantFrom('a.md', 'b.md'),
    range: fc.constantFrom(
      { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
      { start: { line: 2, column: 3 }, end: { line: 4, column: 1 } },
    ),
    help: fc.constantFrom('Do this.', 'Do that.'),
  },
  { requiredKeys: ['code', 'message'] },
)
const shuffled = <T>(items: readonly T[]): fc.Arbitrary<readonly T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

describe('the order of diagnostics', () => {
  test('does not depend on the order in which rules report', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyFinding, { maxLength: 12 })
          .chain((findings) => fc.tuple(fc.constant(findings), shuffled(findings))),
        ([findings, others]) => {
          const source = { file: 'knowledge.yaml', text, ...(locate ? { locate } : {}) }
          expect(diagnose(others, source, { lint: true })).toEqual(diagnose(findings, source, { lint: true }))
        },
      ),
    )
  })

  test.each([
    ['knowledge.yaml', text],
    ['KNOWLEDGE.md', guide],
  ])('of %s is found again after any shuffling', (file, source) => {
    const { diagnostics } = validateText(source, { file, lint: true })
    expect(diagnostics.length).toBeGreaterThan(4)
    fc.assert(
      fc.property(shuffled(diagnostics), (others) => {
        expect(sortDiagnostics(others)).toEqual(diagnostics)
      }),
    )
  })

  test('follows the text', () => {
    const { diagnostics } = validateText(text, { file: 'knowledge.yaml', lint: true })
    const places = diagnostics.map(
      ({ where }) => (where.range?.start.line ?? 0) * 1000 + (where.range?.start.column ?? 0),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })
})

describe('the same input', () => {
  test.each([
    ['knowledge.yaml', text],
    ['KNOWLEDGE.md', guide],
  ])('gives the same output twice: %s', (file, source) => {
    const first = JSON.stringify(validateText(source, { file, lint: true }))
    expect(JSON.stringify(validateText(source, { file, lint: true }))).toBe(first)
  })

  test.each([
    ['knowledge.yaml', text],
    ['KNOWLEDGE.md', guide],
  ])('gives the same output as text and as bytes: %s', (file, source) => {
    expect(validateText(new TextEncoder().encode(source), { file, lint: true })).toEqual(
      validateText(source, { file, lint: true }),
    )
  })
})
