import { describe, expect, test } from 'vitest'
import { splitDocument } from '../../../src/author/compile/split-document.ts'
import { authorWorld, type AuthorWorld } from '../../support/author-world.ts'

const sentence = 'A season pass for the ferry is valid for nine months.'
/** The same statement as each format writes it. */
const written: Readonly<Record<string, string>> = {
  md: `# Passes\n\n${sentence}\n`,
  markdown: `# Passes\n\n${sentence}\n`,
  mdx: `# Passes\n\n${sentence}\n`,
  rst: `Passes\n======\n\n${sentence}\n`,
  adoc: `= Passes\n\n${sentence}\n`,
  html: `<h1>Passes</h1>\n<p>${sentence}</p>\n`,
  txt: `Passes\n\n${sentence}\n`,
  vtt: `WEBVTT\n\n00:01.000 --> 00:04.000\n${sentence}\n`,
  csv: `product,rule\npass,${sentence}\n`,
  yaml: `passes:\n  rule: ${sentence}\n`,
  json: JSON.stringify({ passes: { rule: sentence } }),
  ipynb: JSON.stringify({ cells: [{ cell_type: 'markdown', metadata: {}, source: [`# Passes\n`, sentence] }] }),
}

async function granted(world: AuthorWorld): Promise<AuthorWorld> {
  await world.run('trust', '.', '--yes')
  await world.run('approve', 'pack:guide', '--yes')
  return world
}
const question = 'How many months is a season pass for the ferry valid?'

describe('documents of a pack', () => {
  test.each(Object.entries(written))('knowledge in a .%s file is read', async (extension, text) => {
    const world = await granted(authorWorld({ [`documents/passes.${extension}`]: text }))
    const { out } = await world.run('read', question)
    expect(out).toContain('valid for nine months')
  })

  test('files that are no text, and the index of the splits, are not read as documents', async () => {
    const world = authorWorld({
      'documents/passes.md': written['md'] ?? '',
      'documents/picture.png': sentence,
      'compiled/other.json': JSON.stringify({ sentence }),
    })
    await world.run('split', 'guide')
    await granted(world)
    const { excerpts } = (await world.json('read', question)) as { excerpts: readonly { path: string }[] }
    expect([...new Set(excerpts.map(({ path }) => path))]).toEqual(['compiled/splits/passes/passes.md'])
  })
})

const manual = `..
  Nothing but a comment.

######
Ferry
######

It sails daily.

Passes
******

${sentence}

Dogs
****

Dogs sail for free.
`

describe('splits of other formats', () => {
  test('AK-320: a split has the format of its document and the headings above as written', () => {
    const splits = splitDocument('documents/ferry.rst', manual)
    expect(splits.map(({ name, lines }) => [name, lines])).toEqual([
      ['ferry', 'L4-L8'],
      ['passes', 'L10-L13'],
      ['dogs', 'L15-L18'],
    ])
    expect(splits[2]?.text).toBe('######\nFerry\n######\n\nDogs\n****\n\nDogs sail for free.\n')
    const [, ticket] = splitDocument('documents/a.adoc', '= Ferry\n\n== Dogs\n\nFree.\n\n== Cats\n\nNot allowed.\n')
    expect(ticket?.text).toBe('= Ferry\n\n== Cats\n\nNot allowed.\n')
  })

  test('AK-014: a read from them names the document', async () => {
    const world = authorWorld({ 'documents/ferry.rst': manual })
    await world.run('split', 'guide')
    await granted(world)
    await world.run('read', question, '--write-run')
    const path = Object.keys(world.tree('guide/runs')).find((name) => name.startsWith('context-')) ?? ''
    const run = JSON.parse(world.text(`guide/runs/${path}`)) as {
      activated_packs: readonly { selected_documents: readonly string[]; selected_splits: readonly string[] }[]
    }
    expect(run.activated_packs[0]?.selected_splits).toEqual(['compiled/splits/ferry/passes.rst'])
    expect(run.activated_packs[0]?.selected_documents).toEqual(['documents/ferry.rst'])
  })

  test('compile names the documents that it does not look at', async () => {
    const world = authorWorld({ 'documents/ferry.rst': manual })
    const { omitted } = await world.json('compile', 'guide')
    expect(omitted).toEqual([{ path: 'documents/ferry.rst', reason: 'Only Markdown is compiled.' }])
  })
})

test('a long list of changes is cut, and --json has all of them', async () => {
  const world = authorWorld(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`documents/d${at}.md`, `# D${at}\n\nIt is number ${at}.\n`]),
    ),
  )
  const { out } = await world.run('split', 'guide', '--dry-run')
  expect(out).toContain('and 12 more; --json lists all of them\n')
  const { files } = (await world.json('split', 'guide', '--dry-run')) as { files: readonly unknown[] }
  expect(files).toHaveLength(32)
})
