import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterOutput } from '../../src/app/commands/filter-output.ts'

/** What must arrive, whoever wrote the patterns: errors of many tools and languages, and verdicts. */
const errors = [
  'error: x',
  'FAILED a',
  'Exception in b',
  'fatal: c',
  'Segmentation fault (core dumped)',
  'Traceback (most recent call last):',
  '  File "a.py", line 3, in f',
  'npm ERR! code ELIFECYCLE',
  'make: *** [Makefile:3: all] Error 1',
  'ld: symbol(s) not found for architecture arm64',
  'collect2: error: ld returned 1 exit status',
  'a.ts(3,5): error TS2322: Type',
  'a.c:3:5: warning: unused variable',
  'a.c:3:5: Fehler: »x« nicht deklariert',
  'a.c:3:5: Warnung: Variable nicht benutzt',
  'Foo.java:3: エラー: シンボルを見つけられません',
  'エラー: コンパイルに失敗しました',
  'cc1: Fehler: ungültige Option',
  'Konnte die Datei nicht öffnen',
  'erreur: fichier introuvable',
  'error de compilación: no se encontró el archivo',
  'ошибка: не удалось открыть файл',
  '错误: 找不到符号',
  '오류: 기호를 찾을 수 없습니다',
  '2 failed, 3 passed',
  'BUILD FAILURE',
  'Tests run: 4, Failures: 1',
  'test result: ok. 5 passed; 0 failed',
  'Build succeeded.',
  '0 Warning(s)',
  'Done in 3.1s.',
  'ビルドに成功しました。',
]

const noisy = fc.oneof(
  fc.stringMatching(/^[a-d ]{0,12}$/),
  fc.constantFrom('Downloading 1%\rDownloading 50%\rDownloading 99%', 'Get:1 http://x', '✓ a'),
  fc.constant('x'.repeat(2500)),
)
const dressed = (line: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    line,
    `${line}\r`,
    `\u001b[31m${line}\u001b[0m`,
    `\u001b[1m\u001b[32m${line}\u001b[39m`,
    `12%\r${line}`,
  )
const outputs = fc
  .array(fc.oneof(fc.constantFrom(...errors).chain(dressed), noisy), { minLength: 1, maxLength: 200, size: 'max' })
  .chain((lines) => fc.constantFrom(lines, [...lines, '']))
const filters = fc.record({
  noise: fc.array(fc.constantFrom('.*', '^', 'e', '^F', '[a-z]+', '$', 'error', '\\d')),
  maxLines: fc.integer({ min: 1, max: 40 }),
})

const isError = (line: string): boolean => errors.some((one) => line.includes(one))
const gap = /^\[… (\d+) lines? left out(?:; redirect the output to a file to keep them)?\]$/

describe('whatever the patterns are', () => {
  test('every error and verdict stays, in its order, and so do the last lines', () => {
    fc.assert(
      fc.property(outputs, filters, (lines, filter) => {
        const kept = filterOutput(lines.join('\n'), [filter]).split('\n')
        expect(kept.filter(isError)).toEqual(lines.filter(isError))
        const shown = (line: string): string => line.replace(/^[\s\S]*\r(?=.)/, '')
        expect(kept.slice(-5).map(shown)).toEqual(lines.slice(-5).map(shown))
      }),
      { numRuns: 60 },
    )
  })

  test('every gap is marked with its number, and no output becomes longer', () => {
    let gaps = 0
    fc.assert(
      fc.property(outputs, filters, (lines, filter) => {
        const text = filterOutput(lines.join('\n'), [filter])
        const counts = text
          .split('\n')
          .flatMap((line) => gap.exec(line)?.[1] ?? [])
          .map(Number)
        gaps += counts.length
        expect(text.split('\n').length - counts.length + counts.reduce((sum, one) => sum + one, 0)).toBe(lines.length)
        expect(text.length).toBeLessThanOrEqual(lines.join('\n').length)
      }),
      { numRuns: 60 },
    )
    expect(gaps).toBeGreaterThan(50)
  })

  test('a stack below an error stays with it', () => {
    const stack = [
      'java.lang.IllegalStateException: x',
      ...Array.from({ length: 30 }, (_, i) => `\tat a.B.c${i}(B.java)`),
    ]
    const lines = [...Array.from({ length: 300 }, (_, i) => `step ${i}`), ...stack, ...Array(100).fill('step')]
    expect(filterOutput(lines.join('\n'), [{ noise: ['^\\s+at', '^step'], maxLines: 20 }])).toContain(stack.join('\n'))
  })

  test('binary output stays as it is', () => {
    const output = 'a\0b\n'.repeat(100)
    expect(filterOutput(output, [{ noise: ['.*'] }])).toBe(output)
  })
})

test('progress that a terminal writes over is reduced to its last state', () => {
  const progress = Array.from({ length: 100 }, (_, i) => `Downloading ${i}%`).join('\r')
  expect(filterOutput(`begin\n${progress}\nend`, [{ noise: [] }])).toBe('begin\nDownloading 99%\nend')
  expect(filterOutput(`${progress}\rerror: disk full\rnext`, [{ noise: ['.*'] }])).toContain('error: disk full')
})

test('noise is recognised in colours and with CRLF', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `\u001b[32mGet:${i}\u001b[0m http://example.org/a\r`)
  expect(filterOutput(lines.join('\n'), [{ noise: ['^Get:\\d+ http://\\S+$'] }]).split('\n').length).toBe(13)
})

test('long lines and many small ones are filtered to an end', { timeout: 120_000 }, () => {
  for (const part of ['kann ', 'passed ', ' ', '1 ', 'a.c:1', '\r', '\u001b[', 'x', 'line ']) {
    const output = `${part.repeat(100_000)}\n`.repeat(2)
    expect(filterOutput(output, [{ noise: ['^(a|a)*$'], maxLines: 3 }]).length).toBeLessThanOrEqual(output.length)
  }
  const many = 'Downloading a thing from somewhere\n'.repeat(2000)
  expect(filterOutput(many, [{ noise: ['^Downloading .*$'] }]).length).toBeLessThan(1000)
})
