import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type Knowledge } from '../../src/app/index.ts'
import { packText } from '../support/judge-pack.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import { diskKinds, oddDisk, type DiskKind, type OddDisk } from '../support/odd-disk.ts'

const secret = 'SECRET salaries of the Åland desk: 4,711 a month.'
const open = 'The Åland desk opens at six.'

interface World {
  readonly knowledge: Knowledge
  readonly disk: OddDisk
}

async function worldOn(
  kind: DiskKind,
  tree: Readonly<Record<string, string>>,
  { links = {}, follow = false }: { readonly links?: Readonly<Record<string, string>>; readonly follow?: boolean } = {},
): Promise<World> {
  const disk = oddDisk(kind, tree, links)
  const ports = memoryPorts(disk)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow, given: 'terminal' })
  disk.opened.length = 0
  return { knowledge: await openKnowledge({ roots: ['/w'], ports, requester: { clearance: 'internal' } }), disk }
}

const tasks = [
  'When does the Åland desk open?',
  'When does the Åland desk close?',
  'What are the salaries of the Åland desk?',
  'How many clerks has the Åland desk?',
]

/** Everything that a model could be given. */
async function given({ knowledge }: World): Promise<string> {
  const texts: string[] = [(await knowledge.list()).fenced]
  for (const task of tasks) texts.push((await knowledge.read({ task, evidence: true, budget: 4000 })).fenced)
  for (const { ref, document } of knowledge.catalog.entries) {
    if (document.kind === 'pack') {
      for (const result of [
        await knowledge.guide(ref),
        await knowledge.evidence(ref, { section: 'documents/facts.md#Facts' }),
      ])
        if ('fenced' in result) texts.push(result.fenced)
      continue
    }
    for (const { id } of document.units) {
      const unit = await knowledge.unit(`unit:${ref.slice('manifest:'.length)}/${id}`)
      if ('fenced' in unit) texts.push(unit.fenced)
    }
  }
  return texts.join('\n')
}

const unit = (id: string, path: string, more: Fields = {}): Fields =>
  unitWith({ id, path, intent: `What is said of the Åland desk in ${id}?`, sensitivity: 'public', ...more })

/** Other ways to write a path, some of which lead to the same file on some disk. */
const spellingsOf = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('NFC', 'NFD'),
      fc.constantFrom('as is', 'upper', 'lower', 'first'),
      fc.constantFrom('', './', 'x/../', './/'),
      fc.constantFrom('/', '\\', '//', '/./'),
      fc.constantFrom('', '', '.', ' ', '::$DATA', ':x', '/.'),
    )
    .map(([form, letters, before, slash, after]) => {
      const cased =
        letters === 'upper'
          ? path.toUpperCase()
          : letters === 'lower'
            ? path.toLowerCase()
            : letters === 'first'
              ? path.replace(/^./, (letter) => letter.toUpperCase())
              : path
      return `${before}${cased.normalize(form).replaceAll('/', slash)}${after}`
    })

describe.each(diskKinds)('on a disk of the kind %s', (kind) => {
  test('a file that one unit keeps back is not given under another spelling by a second one', async () => {
    await fc.assert(
      fc.asyncProperty(
        spellingsOf('docs/Åland/löhne.md'),
        spellingsOf('docs/Åland/löhne.md'),
        fc.boolean(),
        fc.boolean(),
        async (closed, opened, follow, apart) => {
          const units = [unit('closed', closed, { sensitivity: 'restricted' }), unit('open', opened)]
          const manifests = apart
            ? {
                '/w/knowledge.yaml': manifestText({ project: 'one' }, units[0] ?? {}),
                '/w/docs/knowledge.yaml': manifestText(
                  { project: 'two' },
                  { ...units[1], path: opened.replace(/^(\.\/|x\/\.\.\/|\.\/\/)?docs[/\\]+(?:\.[/\\])?/i, '$1') },
                ),
              }
            : { '/w/knowledge.yaml': manifestText({}, ...units) }
          const world = await worldOn(
            kind,
            { ...manifests, '/w/docs/Åland/löhne.md': `# Desk\n\n${secret}\n` },
            { follow },
          )
          const isSame = world.disk.realPath(`/w/${closed.replaceAll('\\', '/')}`) !== undefined
          const text = await given(world)
          if (isSame && text.includes('SECRET')) expect({ closed, opened, follow, apart, text }).toBe('kept back')
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)

  test('a file of a pack that a manifest keeps back is not given as evidence under another spelling or through a link', async () => {
    await fc.assert(
      fc.asyncProperty(spellingsOf('sources/Åland.md'), fc.boolean(), fc.boolean(), async (anchor, follow, linked) => {
        const world = await worldOn(
          kind,
          {
            '/w/pack/KNOWLEDGE.md': packText(
              { name: 'desk', description: 'Facts on the Åland desk.' },
              '# Desk\n\nSee the facts.\n',
            ),
            '/w/pack/documents/facts.md': `# Facts\n\n${open} [source: ${linked ? 'sources/link.md' : anchor}]\n`,
            '/w/pack/sources/Åland.md': `# Sheet\n\n${secret}\n`,
            '/w/knowledge.yaml': manifestText(
              {},
              unit('closed', 'pack/sources/Åland.md', { sensitivity: 'restricted' }),
            ),
          },
          { follow, links: { '/w/pack/sources/link.md': '/w/pack/sources/Åland.md' } },
        )
        const text = await given(world)
        if (text.includes('SECRET') || !text.includes('opens at six'))
          expect({ anchor, follow, linked, text }).toBe('kept back')
      }),
      { numRuns: 20 },
    )
  }, 60_000)

  test('no declared path, link or spelling of one leads out of its root', async () => {
    const ways = [
      '../out/secret.md',
      '..\\out\\secret.md',
      'docs/../../out/secret.md',
      'DOCS\\..\\..\\OUT\\SECRET.MD',
      '/out/secret.md',
      '\\out\\secret.md',
      'C:\\out\\secret.md',
      'c:/out/secret.md',
      './C:/out/secret.md',
      'C:secret.md',
      '\\\\server\\share\\secret.md',
      '//server/share/secret.md',
      '\\\\?\\C:\\out\\secret.md',
      'docs/%2e%2e/%2e%2e/out/secret.md',
      'docs/link/secret.md',
      'Docs/LINK/Secret.md',
      'docs/file-link.md',
      'docs/file-link.md::$DATA',
      'docs/.. /.. /out/secret.md',
      'docs/.../.../out/secret.md',
      'CON',
      'docs/nul.md',
      'docs/com1',
    ]
    for (const way of ways) {
      const tree = {
        '/w/knowledge.yaml': manifestText({ project: 'one' }, unit('way', way)),
        '/w/docs/knowledge.yaml': manifestText({ project: 'two' }, unit('hours', 'hours.md')),
        '/w/docs/hours.md': `# Hours\n\n${open}\n`,
        '/out/secret.md': secret,
        '/w/llms.txt': `# W\n\n> knowledge: ${way}\n`,
      }
      const world = await worldOn(kind, tree, {
        links: { '/w/docs/link': '/out', '/w/docs/file-link.md': '/out/secret.md' },
        follow: true,
      })
      const text = await given(world)
      expect({
        way,
        out: world.disk.opened.filter((path) => !path.toLowerCase().startsWith('/w/')),
        secret: text.includes('SECRET'),
        hours: text.includes('opens at six'),
      }).toEqual({ way, out: [], secret: false, hours: true })
    }
  }, 60_000)

  test('nothing harmless is lost: a unit, a source and a leading document are found in any normal form', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('NFC', 'NFD'),
        fc.constantFrom('NFC', 'NFD'),
        fc.boolean(),
        async (written, onDisk, follow) => {
          const name = (form: string): string => 'Öffnung Ångström が.md'.normalize(form)
          const world = await worldOn(
            kind,
            {
              '/w/knowledge.yaml': manifestText({}, unit('hours', `docs/${name(written)}`)),
              [`/w/docs/${name(onDisk)}`]: `# Hours\n\n${open}\n`,
              '/w/pack/KNOWLEDGE.md': packText({
                name: 'desk',
                description: 'Facts on the Åland desk.',
                profile: 'document-first',
                metadata: { primaryDocument: `documents/${name(written)}` },
              }),
              [`/w/pack/documents/${name(onDisk)}`]: '# Primary\n\nThe Åland desk closes at nine.\n',
              '/w/pack/documents/facts.md': `# Facts\n\nThe Åland desk has two clerks. [source: sources/${name(written)}]\n`,
              [`/w/pack/sources/${name(onDisk)}`]: '# Sheet\n\nTwo clerks were seen at the Åland desk.\n',
            },
            { follow },
          )
          const text = await given(world)
          const found = ['opens at six', 'closes at nine', 'were seen'].filter((words) => text.includes(words))
          expect({ written, onDisk, follow, found }).toEqual({
            written,
            onDisk,
            follow,
            found: ['opens at six', 'closes at nine', 'were seen'],
          })
        },
      ),
      { numRuns: 6 },
    )
  }, 60_000)

  test('a receipt names what was given, and is replayed', async () => {
    const world = await worldOn(kind, {
      '/w/knowledge.yaml': manifestText({}, unit('hours', 'docs/Öffnung.md'.normalize('NFC'))),
      [`/w/docs/${'Öffnung.md'.normalize('NFD')}`]: `# Hours\n\n${open}\n`,
    })
    const { receipt, fenced } = await world.knowledge.read({ task: 'When does the Åland desk open?' })
    expect(fenced).toContain('opens at six')
    expect(await world.knowledge.replay(receipt.id)).toMatchObject({ outcome: 'same', drift: [] })
  })
})

describe('what the config ignores is ignored in any normal form, and in any case where the disk has none', () => {
  const pack = packText({ name: 'desk', description: 'Facts on the Åland desk.' })
  test.each<readonly [DiskKind, string, string, number]>([
    ['plain', 'entwürfe/'.normalize('NFC'), 'entwürfe'.normalize('NFD'), 0],
    ['decomposing', 'entwürfe/**'.normalize('NFC'), 'entwürfe', 0],
    ['any-case', 'private/', 'Private', 0],
    ['windows', 'PRIVATE/**', 'private', 0],
    ['plain', 'private/', 'Private', 1],
    ['any-form', 'private/', 'Private', 1],
    ['plain', 'private/', 'public', 1],
  ])('%s: %s and %s', (kind, glob, folder, count) => {
    const disk = oddDisk(kind, { [`/work/${folder}/KNOWLEDGE.md`]: pack, '/work/a.md': '' })
    expect(proposeGrants(memoryPorts(disk), '/work', '/', { ignore: [glob] })).toHaveLength(count)
  })
})
