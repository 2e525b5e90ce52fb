import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addEntries, addFrozen, removeEntries, updateEntries, type InstallContext } from '../../src/app/index.ts'
import { lockText, parseLock } from '../../src/distribute/lock.ts'
import type { MemoryContent } from '../../src/io/memory/memory-files.ts'
import { digest } from '../../src/text/bytes/digest.ts'
import { memoryWorld } from '../support/install-world.ts'
import { packText } from '../support/judge-pack.ts'

type Tree = Record<string, MemoryContent>

const bytesOf = (content: MemoryContent | undefined): Uint8Array | undefined =>
  typeof content === 'string' ? Buffer.from(content) : content instanceof Uint8Array ? content : undefined

const digestOf = (content: MemoryContent | undefined): string | undefined => {
  const bytes = bytesOf(content)
  return bytes && digest(bytes)
}

/** Files of the workspace that are as the lock states. */
function ours(tree: Tree): ReadonlySet<string> {
  const lock = parseLock(bytesOf(tree['/ws/lorefence.lock']) ?? Buffer.from('{"lockVersion": 1, "entries": []}'))
  if (typeof lock === 'string') return new Set()
  return new Set(
    lock.entries.flatMap(({ name, files, pending = {} }) =>
      [...Object.entries(files), ...Object.entries(pending)]
        .map(([path, stated]) => [`/ws/.agents/knowledge/${name}/${path}`, stated] as const)
        .filter(([path, stated]) => digestOf(tree[path]) === stated)
        .map(([path]) => path),
    ),
  )
}

/** Nothing that was there and was not ours has changed. */
function expectUntouched(before: Tree, after: Tree): void {
  const own = ours(before)
  for (const [path, content] of Object.entries(before))
    if (!own.has(path) && path !== '/ws/lorefence.lock')
      expect([path, digestOf(after[path])]).toEqual([path, digestOf(content)])
}

const names = ['wiki/a.md', 'wiki/b.md', 'compiled/c.md', 'd.md'] as const
const inPack = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('one', 'two', 'three'))
const place = fc.constantFrom(
  ...[...names, 'KNOWLEDGE.md', 'own.md'].map((path) => `/ws/.agents/knowledge/kiosk/${path}`),
  '/ws/README.md',
  '/ws/.agents/knowledge/other/own.md',
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), path: place, content: fc.constantFrom('mine', 'one', 'two') }),
  fc.record({ kind: fc.constant('delete' as const), path: place }),
  fc.record({ kind: fc.constant('publish' as const), files: inPack }),
  fc.record({
    kind: fc.constantFrom('add' as const, 'update' as const, 'remove' as const, 'frozen' as const),
    crash: fc.option(fc.nat(6)),
  }),
)

/** A disk that fails after some changes, once. */
function failing(world: InstallContext, after: number | null): InstallContext {
  let left = after ?? Number.POSITIVE_INFINITY
  const counted =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (left-- === 0) throw new Error('crash')
      return work(...args)
    }
  const { createFolder, create, replace, removeEmpty } = world.installer
  const installer = {
    createFolder: counted(createFolder),
    create: counted(create),
    replace: counted(replace),
    removeEmpty,
  }
  return { ...world, installer }
}

const operations = {
  add: (world: InstallContext) => addEntries(world, { sources: ['./source'], cwd: '/ws' }),
  update: (world: InstallContext) => updateEntries(world, [], {}),
  remove: (world: InstallContext) => removeEntries(world, ['kiosk']),
  frozen: (world: InstallContext) => addFrozen(world, {}),
} as const

function publish(tree: Tree, files: Readonly<Record<string, string>>): void {
  for (const path of Object.keys(tree)) if (path.startsWith('/ws/source/')) delete tree[path]
  tree['/ws/source/KNOWLEDGE.md'] = packText({ name: 'kiosk', version: `1.0.${Object.keys(files).length}` })
  for (const [path, content] of Object.entries(files)) tree[`/ws/source/${path}`] = content
}

describe('whatever a person edits, deletes and installs, in any order, with crashes,', () => {
  test('nothing that does not stand in the lock is touched', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { world, tree } = memoryWorld({ '/ws/README.md': 'mine' })
        publish(tree, { 'wiki/a.md': 'one' })
        for (const one of steps) {
          if (one.kind === 'edit') tree[one.path] = one.content
          else if (one.kind === 'delete') delete tree[one.path]
          else if (one.kind === 'publish') publish(tree, one.files)
          else {
            const before = { ...tree }
            await operations[one.kind](failing(world, one.crash)).catch((error: Error) =>
              expect(error.message).toBe('crash'),
            )
            expectUntouched(before, tree)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('a run that follows an interrupted one completes it', async () => {
    await fc.assert(
      fc.asyncProperty(inPack, inPack, inPack, fc.nat(12), async (first, second, third, crash) => {
        const { world, tree } = memoryWorld({ '/ws/README.md': '' })
        publish(tree, first)
        await operations.add(world)
        publish(tree, second)
        await operations.update(failing(world, crash)).catch(() => undefined)
        // Meanwhile the source moved on, and the next run was interrupted too.
        publish(tree, third)
        await operations.update(failing(world, crash)).catch(() => undefined)
        publish(tree, first)
        const report = await operations.update(world)
        expect(report.refused).toEqual([])
        expect(report.entries[0]?.kept).toEqual([])
        const installed = Object.entries(tree).filter(([path]) => path.startsWith('/ws/.agents/knowledge/kiosk/'))
        const source = Object.entries(tree).filter(([path]) => path.startsWith('/ws/source/'))
        expect(
          Object.fromEntries(
            installed.map(([path, content]) => [path.slice('/ws/.agents/knowledge/kiosk/'.length), digestOf(content)]),
          ),
        ).toEqual(
          Object.fromEntries(source.map(([path, content]) => [path.slice('/ws/source/'.length), digestOf(content)])),
        )
        await operations.remove(failing(world, crash)).catch(() => undefined)
        await operations.remove(world)
        expect(Object.keys(tree).filter((path) => path.startsWith('/ws/.agents/'))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('a lock', () => {
  const lock = lockText({
    entries: [
      {
        name: 'kiosk',
        format: 'pack',
        source: './source',
        path: 'KNOWLEDGE.md',
        commit: 'a'.repeat(40),
        version: '1.0.0',
        catalog: { dependsOn: ['other'] },
        files: { 'KNOWLEDGE.md': digest('a'), 'wiki/a.md': digest('b') },
        pending: { 'wiki/b.md': digest('c') },
      },
    ],
  })

  test('is read as it was written', () => {
    const read = parseLock(Buffer.from(lock))
    expect(typeof read === 'string' ? read : lockText(read)).toBe(lock)
  })

  test('that was edited in any way is refused, or names nothing outside of the folders of its entries', () => {
    const piece = fc.constantFrom(
      '../',
      '/',
      '\\',
      '.git',
      '..',
      'kiosk',
      '"',
      '{',
      '}',
      '\n',
      'sha256:',
      '0',
      '__proto__',
      'null',
      ':',
      ',',
      '\u0000',
      'ä',
    )
    const edit = fc.record({ at: fc.nat(lock.length), put: piece, cut: fc.nat(12) })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let text = lock
        for (const { at, put, cut } of edits) text = text.slice(0, at) + put + text.slice(at + cut)
        const read = parseLock(Buffer.from(text))
        if (typeof read === 'string') return
        for (const { name, files, pending = {} } of read.entries) {
          expect(name).toMatch(/^[a-z0-9][a-z0-9-]*$/)
          for (const path of [...Object.keys(files), ...Object.keys(pending)]) {
            expect(path).not.toMatch(/(?:^|\/)\.|^\/|\\|[\0-\x1f]/)
            expect(path.split('/')).not.toContain('..')
          }
        }
      }),
      { numRuns: 3000 },
    )
  })
})
