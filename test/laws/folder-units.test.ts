import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../src/app/index.ts'
import { diskFiles } from '../../src/io/disk/disk-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folders = ['docs', 'deep', 'vendor', '.github', '.git', 'node_modules', '.env.d']
const neverRead = ['.git', 'node_modules', '.env.d']
const skipped = new Set(['vendor', '.github', ...neverRead])
const documents = ['README.md', 'a.md', 'b.txt']
const names = [...documents, '.x.md', 'knowledge.yaml', 'a.md.sig', 'package-lock.json', 'picture.png']

const folder = fc.array(fc.constantFrom(...folders), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const file = fc.tuple(fc.option(folder, { nil: '' }), fc.constantFrom(...names)).map((parts) => joined(...parts))
const rule = fc.tuple(fc.option(folder, { nil: '' }), fc.constantFrom('a.md', 'deep', 'docs', 'vendor', 'b.txt'))
/** Beside the folders, so that its name is never one of theirs. */
const link = fc.tuple(fc.constantFrom('link1', 'link2'), folder)

interface World {
  readonly files: readonly string[]
  readonly rules: readonly (readonly [above: string, name: string])[]
  readonly links: readonly (readonly [name: string, to: string])[]
  readonly units: readonly { readonly path: string; readonly isRestricted: boolean }[]
}

/** Units name what is there: files, the folders above them, links and what is behind a link. */
const world: fc.Arbitrary<World> = fc
  .record({
    files: fc.uniqueArray(file, { minLength: 3, maxLength: 14 }),
    rules: fc.uniqueArray(rule, { maxLength: 2, selector: ([above]) => above }),
    links: fc.uniqueArray(link, { maxLength: 2, selector: ([name]) => name }),
  })
  .chain((tree) => {
    const above = tree.files.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/')))
    const behind = tree.links.flatMap(([name, to]) => [
      name,
      ...above.flatMap((path) => (path.startsWith(`${to}/`) ? [`${name}${path.slice(to.length)}`] : [])),
    ])
    const path = fc.oneof(fc.constantFrom(...above), fc.constantFrom('.', 'out', ...behind))
    const units = fc.array(fc.record({ path, isRestricted: fc.boolean() }), { minLength: 2, maxLength: 5 })
    return units.map((named) => ({ ...tree, units: named }))
  })

function joined(above: string, name: string): string {
  return above === '' ? name : `${above}/${name}`
}
const isWithin = (path: string, above: string): boolean => above === '' || `${path}/`.startsWith(`${above}/`)

/** What a naive reader of the rules expects each unit to give, as files. */
function expected({ files, rules, links, units }: World): readonly (readonly string[])[] {
  const text = files.filter((path) => path !== 'knowledge.yaml')
  const linked = new Map(links)
  const real = (path: string): string => {
    const [first = '', ...rest] = path.split('/')
    return path === '.' ? '' : [linked.get(first) ?? first, ...rest].join('/')
  }
  /** Whether a rule names a part of the path after the first `from` parts. */
  const isIgnored = (path: string, from: number): boolean => {
    const parts = path.split('/')
    return rules.some(([above, name]) => {
      const depth = above === '' ? 0 : above.split('/').length
      return isWithin(path, above) && parts.some((part, at) => part === name && at >= Math.max(from, depth))
    })
  }
  const restrictions = units.flatMap(({ path, isRestricted }) => (isRestricted ? [real(path)] : []))
  return units.map(({ path, isRestricted }) => {
    const at = real(path)
    if (isRestricted || path === 'out') return []
    const open = text.filter((one) => isWithin(one, at) && !restrictions.some((above) => isWithin(one, above)))
    // Version control is closed to a file that a unit names, too, and what is private by convention needs an approval.
    const isPrivate = at.split('/').some((part) => part === '.git' || part === '.env.d')
    if (text.includes(at)) return isPrivate ? [] : open.filter((one) => !one.endsWith('.png'))
    const isLink = path !== '.' && at !== path
    const parts = at === '' ? [] : at.split('/')
    if (parts.some((part) => neverRead.includes(part))) return []
    if (isLink && (parts.some((part) => skipped.has(part)) || isIgnored(at, 0))) return []
    return open.filter((one) => {
      const below = one.split('/').slice(parts.length)
      return (
        documents.includes(below.at(-1) ?? '') &&
        !below.some((part) => skipped.has(part)) &&
        !isIgnored(one, parts.length)
      )
    })
  })
}

const wordOf = (path: string, { files }: World): string => `quokka${String.fromCodePoint(97 + files.indexOf(path))}zz`

function build(made: World): string {
  const top = tempFolder()
  const root = join(top, 'w')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const path of made.files)
    if (path !== 'knowledge.yaml') write(join(root, path), `The ferry ${wordOf(path, made)} leaves.\n`)
  for (const [above, name] of made.rules) write(join(root, above, '.gitignore'), `${name}\n`)
  write(join(top, 'outside/a.md'), 'The ferry quokkaoutzz leaves.\n')
  symlinkSync('../outside', join(root, 'out'))
  for (const [name, to] of made.links) {
    mkdirSync(join(root, to), { recursive: true })
    symlinkSync(to, join(root, name))
  }
  const units = made.units.map(({ path, isRestricted }, i) =>
    unitWith({ id: `u${i}`, path, intent: 'What?', sensitivity: isRestricted ? 'restricted' : 'public' }),
  )
  write(join(root, 'knowledge.yaml'), manifestText({}, ...units))
  return root
}

test('KL-110: a folder unit gives exactly the documents below it that no rule and no other unit withholds', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const root = build(made)
      const ports = memoryPorts(diskFiles)
      saveGrants(ports, proposeGrants(ports, root, '/'), { follow: true, given: 'terminal' })
      const knowledge = await openKnowledge({ roots: [root], ports, requester: { clearance: 'internal' } })
      const wanted = expected(made)
      const words = (text: string): readonly string[] => [...new Set(text.match(/quokka\w+/g) ?? [])].sort()
      const wordsOf = (paths: readonly string[]): readonly string[] =>
        [...new Set(paths.map((path) => wordOf(path, made)))].sort()
      for (const [i, paths] of wanted.entries()) {
        const given = await knowledge.unit(`u${i}`)
        expect(words('fenced' in given ? given.fenced : ''), `u${i}`).toEqual(wordsOf(paths))
      }
      const every = [...made.files.map((path) => wordOf(path, made)), 'quokkaoutzz']
      const { fenced } = await knowledge.read({ task: every.join(' '), budget: 8000 })
      const may = wordsOf(wanted.flat())
      expect(words(fenced).filter((word) => !may.includes(word))).toEqual([])
      // One sentence is no data, so that a selection may find nothing in a file that is read as data.
      const must = wordsOf(wanted.flat().filter((path) => /\.(?:md|txt)$/.test(path)))
      // A weak reply has the best place only; the others answer for themselves.
      for (const word of must.filter((one) => !words(fenced).includes(one)))
        expect(words((await knowledge.read({ task: `the ferry ${word}`, budget: 8000 })).fenced)).toContain(word)
    }),
    { numRuns: 100 },
  )
}, 120_000)
