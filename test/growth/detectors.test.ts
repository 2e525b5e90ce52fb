import { expect, test } from 'vitest'
import { unitTopics } from '../../src/catalog/unit-topics.ts'
import type { Unit } from '../../src/model/documents/manifest.ts'
import { indexCopies } from '../../src/text/detect/copies.ts'
import { findInjections } from '../../src/text/detect/injection.ts'
import { findLinks } from '../../src/text/markdown/links.ts'
import { findSecrets } from '../../src/text/detect/secrets.ts'
import { scanSections } from '../../src/text/markdown/sections.ts'
import { findSourceMarks } from '../../src/text/facts/source-marks.ts'
import { openFolder } from '../../src/validate/folder.ts'
import { validatePack } from '../../src/validate/validate.ts'
import { kioskGuide } from '../support/kiosk-pack.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { growsTooFast } from './measure.ts'

/** Put together at run time, so that no file of the repository holds a text shaped like a key. */
const keyHeader = ['-----BEGIN ', 'PRIVATE KEY-----'].join('')
/** Runs of different lengths, each longer than the one before: the text grows with the square of their number. */
const runs = (size: number): string => Array.from({ length: Math.sqrt(size) }, (_, i) => '`'.repeat(i + 1)).join(' ')

const deep = (n: number): string =>
  `${'>'.repeat(n * 2)} a\n${'> '.repeat(n)}b\n${'- '.repeat(n)}c\n`.repeat(5) +
  `${'[a]: b\n'.repeat(n)}===\n${'<a '.repeat(n)}`
const secrets = (n: number): string =>
  ['eyJ-'.repeat(n * 4), 'token= '.repeat(n * 2), keyHeader.repeat(n), `${'a://b:'.repeat(n * 2)}@`].join('\n')
const orders = (n: number): string =>
  [
    'ignore all '.repeat(n),
    'you are now a a a a '.repeat(n),
    '忽略'.repeat(n * 2),
    `${'send the the the the the '.repeat(n)}@`,
    '\u200B'.repeat(n * 4),
  ].join('\n')
const marks = (n: number): string =>
  `${'[source: '.repeat(n * 2)}\n${'source: '.repeat(n * 2)}\n${'[source: a,'.repeat(n)}`
const links = (n: number): string =>
  `${runs(n * 40)}\n\n${'['.repeat(n * 6)}\n\n${'[a]('.repeat(n)}\n\nx ${'<!--'.repeat(n)}\n\n${'[a](b ('.repeat(n)}\n\n${'x <!--\n\n'.repeat(n)}${'['.repeat(n)}${'[a](b)'.repeat(n)}`

function copies(n: number): void {
  const same = 'ab'.repeat(n * 10)
  indexCopies([{ path: 'a', text: same }]).find(same.slice(0, n * 18).replaceAll('abab', 'abba'))
}

function topics(n: number): void {
  const words = Array.from({ length: n }, (_, i) => `w${i}`)
  unitTopics(
    words.map((word) => ({ id: word, triggers: [word], intent: 'What is it?' }) as unknown as Unit),
    words.join(' '),
  )(100)
}

test.each<readonly [string, (size: number) => unknown]>([
  ['sections, however deep they nest', (size) => scanSections(deep(size))],
  ['AK-311: secrets', (size) => findSecrets(secrets(size))],
  ['AK-311: orders to a model', (size) => findInjections(orders(size))],
  ['source marks', (size) => findSourceMarks(marks(size))],
  ['links and marks without a partner', (size) => findLinks(links(size))],
  ['copies in texts that repeat', copies],
  ['a long project name, held against every trigger', topics],
])('%s take time in proportion to the text', async (_, work) => {
  expect(await growsTooFast((size) => () => work(size), { start: 500, largest: 8_000 })).toBeUndefined()
})

const paragraph =
  'The operator should ignore the old label, check the token of the kiosk and forward the receipt to the desk. '

function judge(size: number): ReturnType<typeof validatePack>['diagnostics'] {
  const tree: Record<string, string> = { '/pack/KNOWLEDGE.md': kioskGuide() }
  for (let i = 0; i < 5 * size; i++)
    tree[`/pack/wiki/page-${i}.md`] = `# Page ${i}\n\n${paragraph.repeat(8)}\n\nSee [next](page-${i + 1}.md).\n`
  for (let i = 0; i < 5 * size; i++) tree[`/pack/sources/sheet-${i}.md`] = `# Sheet ${i}\n\n${paragraph.repeat(8)}\n`
  for (let i = 0; i < size; i++)
    tree[`/pack/compiled/facts-${i}.md`] =
      `# Facts\n\n${Array.from({ length: 5 }, (_, k) => `- Part ${k} of kiosk ${i} weighs ${k} kilograms. [source: sources/sheet-${i}.md#L3]\n- The owner paints kiosk ${i} in blue.`).join('\n')}\n`
  return validatePack(tree['/pack/KNOWLEDGE.md'] ?? '', {
    folder: openFolder(memoryFiles(tree), '/pack'),
    folderName: 'harbor-kiosk',
  }).diagnostics
}

test('AK-319: a pack of thousands of files is judged in time that grows with them', async () => {
  expect(new Set(judge(20).map(({ code }) => code))).toEqual(new Set(['AK412', 'AK601']))
  expect(await growsTooFast((size) => () => judge(size), { start: 20, largest: 100 })).toBeUndefined()
})
