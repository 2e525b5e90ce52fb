import { load } from 'js-yaml'
import { manifest } from './data.mjs'
import { answer, finishing, inOwnProcess, median, race, timeOf } from './measure.mjs'

export const title = 'Malformed input, against the bare YAML load, and with twice as much of it'

const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n')
const units = (count, fields) =>
  `project: harbor\nunits:\n${lines(count, (i) => `  - id: unit-${i}\n    path: a.md\n    intent: Why?\n${fields(i)}`)}\n`

/** The inputs, by size. `1` is the size that is compared with the bare load. */
const cases = {
  'keys nobody knows': (size) => lines(100_000 * size, (i) => `key${i}: 1`),
  'equal keys': (size) => 'key: 1\n'.repeat(100_000 * size),
  'flow nesting': (size) => '['.repeat(20_000 * size),
  'block nesting': (size) => '- '.repeat(20_000 * size),
  aliases: (size) => `a: &a 1\nb: [${'*a, '.repeat(50_000 * size)}]`,
  tags: (size) => lines(50_000 * size, () => '- !kiosk 1'),
  'cut short': (size) => `${manifest(2000 * size)}x: [`,
  'second document': (size) => `${manifest(1000 * size)}---\n${manifest(1000 * size)}`,
  'comments only': (size) => '# nothing here\n'.repeat(200_000 * size),
  'empty lines': (size) => '\n'.repeat(900_000 * size),
  'one long line': (size) => 'a'.repeat(4_000_000 * size),
  'lone CR': (size) => manifest(1000 * size).replaceAll('\n', '\r'),
  'list items': (size) => '- a\n'.repeat(250_000 * size),
  'units of the wrong type': (size) => `project: harbor\nunits:\n${'  - 1\n'.repeat(25_000 * size)}`,
  'fields of the wrong type': (size) =>
    units(2500 * size, () => '    scope: 1\n    audience: {}\n    hints: []\n    validated: x\n'),
  'dangling references': (size) => units(5000 * size, (i) => `    depends_on: [unit-${i}x, nit-${i}]\n`),
  'words nearly right': (size) =>
    units(5000 * size, () => '    scpe: globl\n    scope: projct\n    audiance: [agnt]\n'),
  'equal ids': (size) => 'project: harbor\nunits:\n' + '  - {id: a, path: a.md, intent: Why?}\n'.repeat(10_000 * size),
}

export const run = () => inOwnProcess(import.meta.url, Object.keys(cases))

await answer(import.meta.url, async (name) => {
  const { validateText } = await import('../dist/index.js')
  const judge = (text) => validateText(text, { file: 'knowledge.yaml' })
  const [once, twice] = [cases[name](1), cases[name](2)]
  const codes = [...new Set(judge(once).diagnostics.map(({ code }) => code))].slice(0, 3).join(' ')
  // Fast cases are measured more often, because noise affects them more.
  const rounds = Math.min(15, Math.max(5, Math.round(1000 / timeOf(() => judge(once)))))
  const measured = race(
    finishing(() => load(once)),
    () => judge(once),
    rounds,
  )
  const doubled = median(Array.from({ length: rounds }, () => timeOf(() => judge(twice)) / timeOf(() => judge(once))))
  // A few milliseconds are mostly noise.
  const judged = measured.ours >= 5
  return {
    bytes: once.length,
    codes,
    ...measured,
    limit: judged ? 4 : undefined,
    doubled,
    doublingLimit: judged ? 2.5 : undefined,
  }
})
