import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyFixes } from '../../src/author/edit/fix.ts'
import { unifiedDiff } from '../../src/author/edit/unified-diff.ts'
import { fixPaths } from '../../src/app/index.ts'
import type { Diagnostic } from '../../src/model/codes/diagnostic.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'

const position = fc.record({ line: fc.integer({ min: -1, max: 8 }), column: fc.integer({ min: -1, max: 12 }) })
const edit = fc.record({ range: fc.record({ start: position, end: position }), text: fc.string({ maxLength: 5 }) })
const diagnostic = fc
  .array(edit, { maxLength: 3 })
  .map((edits): Diagnostic => ({
    code: 'KCP303',
    name: 'value-not-allowed',
    severity: 'error',
    message: '',
    where: { file: 'x', pointer: '' },
    fix: { title: '', edits },
  }))
const text = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '保', '😀', ' '), { maxLength: 30 })
  .map((parts) => parts.join(''))

describe('applying fixes', () => {
  test('never throws, and accounts for every fix', () => {
    fc.assert(
      fc.property(text, fc.array(diagnostic, { maxLength: 8 }), (before, diagnostics) => {
        const fixed = applyFixes(before, diagnostics)
        expect(fixed.applied.length + fixed.skipped.length).toBe(diagnostics.length)
        if (fixed.applied.length === 0) expect(fixed.text).toBe(before)
      }),
    )
  })
})

/** Words that are nearly right, so that most fields get a fix; some of the fixes clash. */
const near = (...words: readonly string[]) => fc.constantFrom(...words)
const unit = fc.record(
  {
    scope: near('globl', 'projct', 'global', '"modul"', 'GLOBAL'),
    scpe: near('global'),
    audience: near('agent', '[agnt]', '[human]', '"agent"'),
    audiance: near('[agent]'),
    kind: near('knowlege', 'shema', 'policy'),
    depends_on: near('a', '[b]', 'setup'),
    acess: near('public'),
    access: near('restrictd', 'public'),
  },
  { requiredKeys: [] },
)
const manifest = fc
  .array(unit, { minLength: 1, maxLength: 4 })
  .map((units) =>
    [
      'kcp_version: "0.14"',
      'project: harbor',
      'lisense: MIT',
      'units:',
      ...units.flatMap((fields, i) => [
        `  - id: u${i}`,
        `    path: u${i}.md`,
        '    intent: "How?"',
        ...Object.entries(fields).map(([name, value]) => `    ${name}: ${value}`),
      ]),
      '',
    ].join('\n'),
  )

const fixedOnce = (source: string): { readonly text: string; readonly applied: number } => {
  const { documents } = fixPaths(memoryFiles({ '/h/knowledge.yaml': source }), ['/h/knowledge.yaml'], { cwd: '/' })
  const after = documents[0]?.changes[0]?.after
  return { text: after ? new TextDecoder().decode(after) : source, applied: documents[0]?.applied.length ?? 0 }
}

describe('fixing a manifest', () => {
  test('a second run applies nothing', () => {
    fc.assert(
      fc.property(manifest, (source) => {
        const first = fixedOnce(source)
        expect(fixedOnce(first.text)).toEqual({ text: first.text, applied: 0 })
      }),
      { numRuns: 60 },
    )
  })
})

/** What `patch` does, in a few lines. */
function patched(before: string, diff: string): string {
  const old = before === '' ? [] : before.split(/(?<=\n)/)
  const result: string[] = []
  let at = 0
  for (const hunk of diff.split(/^(?=@@ )/m).slice(1)) {
    const [, start = '0', size = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk) ?? []
    const from = Number(start) - (size === '0' ? 0 : 1)
    result.push(...old.slice(at, from))
    at = from
    for (const line of hunk
      .replaceAll('\n\\ No newline at end of file\n', '')
      .split(/(?<=\n)/)
      .slice(1)) {
      if (line.startsWith('+')) result.push(line.slice(1))
      else if (line.startsWith('-')) at += 1
      else result.push(old[at++] ?? '')
    }
  }
  return [...result, ...old.slice(at)].join('')
}

describe('the diff', () => {
  test('turns the one text into the other', () => {
    const lines = fc
      .array(fc.constantFrom('a\n', 'b\n', '\n', 'c\r\n', ' d\n'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        lines,
        lines,
        (before, after) => void expect(patched(before, unifiedDiff('x', before, after))).toBe(after),
      ),
    )
  })
})
