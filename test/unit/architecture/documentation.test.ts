import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

const pages = [
  'README.md',
  'CHANGELOG.md',
  'examples/README.md',
  'plugins/opencode/README.md',
  ...['docs', 'docs/guide', 'docs/guide/clients', 'docs/decisions', 'docs/diagnostics'].flatMap(markdownIn),
]

const withoutBlocks = (text: string): string => text.replaceAll(/^(`{3,}).*?^\1$/gms, '')
const proseOf = (page: string): string => withoutBlocks(readFileSync(page, 'utf8'))

/** Headings as GitHub turns them into anchors. */
const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(target)) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
}

test.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  const prose = proseOf(page).replaceAll(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const local = links.filter((link) => !/^https?:/.test(link))
  expect(local.filter((link) => leadsNowhere(page, link))).toEqual([])
})

test.each(pages.filter((page) => !page.startsWith('plugins/')))(
  'the files of the repository that %s names exist',
  (page) => {
    const named = [...proseOf(page).matchAll(/`((?:src|test|scripts|bench)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  },
)

test.each(['docs/guide', 'docs/decisions'])('the index of %s lists every page', (folder) => {
  const index = readFileSync(`${folder}/README.md`, 'utf8')
  const names = markdownIn(folder).map((path) => path.slice(folder.length + 1))
  expect(names.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([])
})

test('no two decisions have the same number', () => {
  const numbers = readdirSync('docs/decisions').map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})
