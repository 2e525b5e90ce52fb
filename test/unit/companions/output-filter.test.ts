import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterOutput } from '../../../src/app/commands/filter-output.ts'

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
  fc.stringMatching(/^[a-d ]{70,90}$/),
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
  for (const part of ['kann ', 'passed ', ' ', '1 ', 'a.c:1', '\r', '\u001b[', 'x', 'line ', '1', 'a(', '... ok (']) {
    const output = `✓ ${part.repeat(100_000)}\n${part.repeat(100_000)}x\n`
    expect(filterOutput(output, [{ noise: ['^(a|a)*$'], maxLines: 3 }]).length).toBeLessThanOrEqual(output.length)
  }
  const many = 'Downloading a thing from somewhere\n'.repeat(2000)
  expect(filterOutput(many, [{ noise: ['^Downloading .*$'] }]).length).toBeLessThan(1000)
})

/** Errors with what belongs to them, warnings aside; each must arrive whole, even where a card calls everything noise. */
const reports: readonly (readonly [string, string])[] = [
  [
    'Python',
    'Traceback (most recent call last):\n  File "run.py", line 12, in <module>\n    main(3)\nZeroDivisionError: division',
  ],
  [
    'Java',
    'Exception in thread "main" a.B: no route\n\tat a.Router.find(Router.java)\nCaused by: a.C: closed\n\t... 12 more',
  ],
  ['Node', "TypeError: Cannot read 'x'\n    at load (/srv/a.js:3:5)\n    at Object.<anonymous> (/srv/b.js:9:1)"],
  [
    'Go',
    'goroutine 1 [running]:\nmain.fill(...)\n\t/srv/main.go:8\nmain.main()\n\t/srv/main.go:4 +0x1d\nexit status 2',
  ],
  [
    'Rust',
    'error[E0308]: mismatched types\n --> src/lib.rs:3:24\n  |\n3 | pub fn b() -> S { 3 }\n  |            -   ^ here',
  ],
  ['Rust, running', 'stack backtrace:\n   0: rust_begin_unwind\n             at /rustc/panicking.rs:689:5'],
  ['C', "a.c:3:5: error: 'x' undeclared\n    3 |     foo(x);\n      |     ^~~"],
  ['.NET', 'Unhandled exception. System.NullReferenceException: x\n   at Program.Main() in /srv/Program.cs:line 4'],
  [
    'PHP',
    'PHP Fatal error:  Uncaught Exception: no\nStack trace:\n#0 /srv/b.php(9): f()\n#1 {main}\n  thrown in /srv/a.php',
  ],
  ['Terraform', '│ Error: Unsupported argument\n│ \n│   on main.tf line 3:\n│    3:   inpt = 3'],
  ['Go test', '--- FAIL: TestBroken (0.00s)\n    a_test.go:9: got 41 want 42'],
  ['jest', '  ● group › fails here'],
  ['jest, one test', '    ✕ adds numbers (3 ms)'],
  [
    'jest, the reason',
    '  ● sum › adds\n\n    expect(received).toBe(wanted)\n\n    Wanted: 3\n    Received: 4\n\n      3 | test\n    > 4 |   sum(1)\n        |   ^',
  ],
  ['TAP', 'not ok 2 - adds numbers\n  ---\n  operator: equal\n  wanted: 1\n  actual: 2\n  ...'],
  [
    'rspec',
    '  1) Sum adds\n     Failure/Error: check(1)\n\n       wanted: 2\n            got: 1\n\n     # ./spec/sum_spec.rb',
  ],
  ['mocha', '  1) Sum\n       adds:\n\n      + wanted - actual\n\n      -1\n      +2'],
  ['pytest', 'E       assert 1 == 2\nE        +  where 1 = f()'],
  ['phpunit', '1) SumTest::testAdds\nFailed asserting that 1 is 2.\n\n/srv/SumTest.php:12'],
  ['tsc', 'src/a.ts:3:5 - error TS2322: Type\n\n3 const a: number = "x"\n        ~'],
  [
    'BuildKit',
    'ERROR: failed to solve\n------\n > [3/4] RUN npm ci:\n------\nDockerfile:3\n----\n   3 | >>> RUN npm ci\n----',
  ],
  ['Dart', '00:01 +3 -1: sum adds [E]\n  Wanted: <1>\n    Actual: <2>'],
  ['Dart, at the end', '00:01 +3 -1: Some tests did not pass.'],
  ['Automake', 'XPASS: sum.test'],
  ['GHC', '    • Variable not in scope: sum'],
  ['Kubernetes', 'web-1   0/1   CrashLoopBackOff   5   3m'],
  ['a signal', 'Terminated'],
  ['a system call', 'connect ECONNRESET 192.0.2.1:80'],
  ['a file', 'open EACCES /srv/a'],
  ['a disk', 'write ENOSPC'],
  ['TLS', 'SSL certificate problem: self signed'],
  ['HTTP', 'The requested URL returned 404'],
  ['HTTP, a status', 'GET /a HTTP 500'],
  ['a status', 'deploy.sh: exit 3'],
  ['an interpreter', './a.sh: bad interpreter'],
  ['apt', 'The following packages will be REMOVED:\n  libfoo libbar'],
  ['dpkg', 'dpkg: error processing package ant (--configure):\n dependency problems - leaving unconfigured'],
  ['plan', 'Plan: 3 to add, 0 to change, 1 to destroy.'],
  ['apt numbers', '0 upgraded, 3 newly installed, 0 to remove and 0 not upgraded.'],
  ['npm numbers', 'added 186 packages, and audited 187 packages in 23s'],
  ['git numbers', ' 1 file changed, 3 insertions(+)'],
  ['Ansible', 'PLAY RECAP *********'],
  ['Polish', 'błąd: nie można otworzyć pliku'],
  ['Turkish', 'hata: dosya bulunamadı'],
  ['Dutch', 'fout: bestand niet gevonden'],
  ['Portuguese', 'erro: arquivo não encontrado'],
]

const steps = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `step ${i}: reading part ${i * 7} of the input`)

describe.each(reports)('a report of %s', (_, report) => {
  test.each([
    ['at the beginning', 0],
    ['in the middle', 200],
    ['near the end', 380],
  ])('%s arrives whole', (_place, before) => {
    const output = [...steps(before), report, ...steps(400 - before)].join('\n')
    const filtered = filterOutput(output, [{ noise: ['.*'], maxLines: 5 }])
    expect(filtered).toContain(report)
    expect(filtered.length).toBeLessThan(output.length / 5)
  })
})

test('a warning is left out only where the card knows it as noise', () => {
  const output = [...steps(200), 'warning: unused variable: `x`', 'npm warn deprecated a@1', ...steps(200)].join('\n')
  const filtered = filterOutput(output, [{ noise: ['^npm warn deprecated'], maxLines: 20 }])
  expect(filtered).toContain('warning: unused variable')
  expect(filtered).not.toContain('deprecated')
})

/** Outputs of real runs, shortened: the names of tests and packages have words of errors. */
describe('a name with the word of an error is none', () => {
  const end = Array.from({ length: 12 }, (_, i) => `  end ${i}`)
  test.each<readonly [string, string, (i: number) => string]>([
    ['vitest', '^ +✓ ', (i) => ` ✓ t/s.test.mjs > group 2 > handles error case ${i} of 2 0ms`],
    ['jest', '^ +✓ ', (i) => `    ✓ handles error case ${i} of 2 (1 ms)`],
    ['mocha', '^ +✔ ', (i) => `    ✔ fails on unknown input ${i}`],
    ['deno test', ' \\.\\.\\. ok \\(', (i) => `error page ${i} ... ok (469µs)`],
    ['cargo test', '^test .* \\.\\.\\. ok$', (i) => `test tests::handles_error_${i} ... ok`],
    [
      'pytest',
      '^\\S+ (?:PASSED|SKIPPED) +\\[ *\\d+%\\]',
      (i) => `test_m1.py::test_error_${i} PASSED           [ ${i}%]`,
    ],
    ['go test', '^(?:=== RUN|--- PASS|    --- PASS)', (i) => `=== RUN   TestError${i}`],
    ['go test', '^(?:=== RUN|--- PASS|    --- PASS)', (i) => `    --- PASS: TestError${i}/sub (0.00s)`],
  ])('%s', (_, noise, line) => {
    const failed = ' × t/s.test.mjs > fails here 23ms\n   → expected 41 to be 42'
    const lines = [
      ...Array.from({ length: 30 }, (_one, i) => line(i)),
      failed,
      ...Array.from({ length: 30 }, (_one, i) => line(i)),
    ]
    expect(filterOutput([...lines, ...end].join('\n'), [{ noise: [noise] }])).toBe(
      [
        '[… 30 lines left out; redirect the output to a file to keep them]',
        failed,
        '[… 30 lines left out]',
        ...end,
      ].join('\n'),
    )
  })

  test('what passed among failures is a verdict', () => {
    const output = ['PASS 30 FAIL 2', '✓ a.test.ts (12 tests | 1 failed)'].join('\n')
    expect(filterOutput([output, ...steps(40)].join('\n'), [{ noise: ['.*'] }])).toContain(output)
  })

  test('a package keeps its own line and none beside it', () => {
    const lines = [
      '   Compiling thiserror v1.0.69',
      ...Array.from({ length: 30 }, (_, i) => `   Compiling part-${i} v1.0.0`),
    ]
    expect(filterOutput([...lines, ...end].join('\n'), [{ noise: ['^ +Compiling '] }])).toBe(
      [lines[0], '[… 30 lines left out; redirect the output to a file to keep them]', ...end].join('\n'),
    )
  })
})

test('a gap that takes no more room than its mark stays as it is', () => {
  const lines = [...Array.from({ length: 30 }, (_, i) => `Compiling part-number-${i} of the whole`), 'a', 'PASS x', 'b']
  const output = [...lines, ...steps(12)].join('\n')
  expect(filterOutput(output, [{ noise: ['^(?:Compiling|PASS) '] }])).toBe(
    ['[… 30 lines left out; redirect the output to a file to keep them]', 'a', 'PASS x', 'b', ...steps(12)].join('\n'),
  )
})
