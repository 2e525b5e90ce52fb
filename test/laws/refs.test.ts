import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildCatalog, type ReadEntry } from '../../src/catalog/build.ts'
import { findNamed, findRef, switchedOff, unitRef } from '../../src/catalog/refs.ts'
import { parseManifest, query } from '../../src/app/index.ts'
import type { Catalog, Standing } from '../../src/model/catalog.ts'
import type { Manifest } from '../../src/model/documents/manifest.ts'

/** Few characters, and those that a ref is made of, so that names come close to each other. */
const name = fc
  .oneof(
    fc.constantFrom('c/d', 'd', 'b/c', '%2F', '%252F', 'pay', 'pay/pay'),
    fc.string({
      unit: fc.constantFrom('a', 'b', '/', '@', '%', '2', 'F', '5', '.', ':', ' ', 'ж'),
      minLength: 1,
      maxLength: 6,
    }),
  )
  .filter((text) => text.trim() !== '')
const folder = fc.oneof(
  fc.constantFrom('', 'b', 'b/c', 'b%2Fc', 'b@2', 'b/c/pay'),
  fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b', '@', '%', '2', 'F', '.', ' '), minLength: 1, maxLength: 3 }), {
      maxLength: 3,
    })
    .map((parts) => parts.join('/')),
)

interface Declared {
  readonly root: string
  readonly folder: string
  readonly file: string
  readonly project: string
  readonly ids: readonly string[]
  readonly standing: Standing
}

const declared: fc.Arbitrary<Declared> = fc.record({
  root: fc.constantFrom('/w', '/v'),
  folder,
  file: fc.constantFrom('knowledge.yaml', 'other.yaml'),
  project: fc.constantFrom('a', 'a', 'A', 'a', 'a b', '日本', ''),
  ids: fc.array(name, { minLength: 1, maxLength: 4 }),
  standing: fc.constantFrom<Standing>('ungranted', 'granted', 'followed'),
})

const manifestOf = ({ project, ids }: Pick<Declared, 'project' | 'ids'>): Manifest => {
  const { manifest } = parseManifest(
    JSON.stringify({
      kcp_version: '0.14',
      project: project || '-',
      version: '1.0.0',
      units: ids.map((id) => ({ id, path: 'a.md', intent: 'What?' })),
    }),
    { file: 'knowledge.yaml' },
  )
  if (!manifest) throw new Error('a manifest was meant')
  return manifest
}

function readOf(one: Declared): ReadEntry {
  const place = one.folder === '' ? '' : `/${one.folder}`
  const found = {
    format: 'manifest',
    folder: `${one.root}${place}`,
    file: one.file,
    scope: 'workspace',
    path: `${place.slice(1)}${place === '' ? '' : '/'}${one.file}`,
    root: one.root,
    via: 'walk',
    native: false,
  } as const
  return { found, document: manifestOf(one), diagnostics: [], headDigest: '', standing: one.standing }
}

const catalogOf = (all: readonly Declared[]): Catalog =>
  buildCatalog(all.map(readOf), { roots: [], diagnostics: [], isDisabled: () => false })

/** Every thing that can be named, once: an entry, or the first unit of an id. */
function namables({ entries }: Catalog) {
  return entries.flatMap((entry) => {
    const units =
      entry.document.kind === 'manifest'
        ? entry.document.units.filter(({ id }, i, all) => all.findIndex((other) => other.id === id) === i)
        : []
    return [
      { ref: entry.ref, entry, unit: undefined },
      ...units.map((unit) => ({ ref: unitRef(entry.ref, unit.id), entry, unit })),
    ]
  })
}

describe('whatever ids, projects and folders are called', () => {
  test('two different entries or units never have one ref, and a ref leads back to its own', () => {
    fc.assert(
      fc.property(fc.array(declared, { maxLength: 8 }), (all) => {
        const catalog = catalogOf(all)
        const things = namables(catalog)
        expect(new Set(things.map(({ ref }) => ref)).size).toBe(things.length)
        for (const { ref, entry, unit } of things) {
          for (const found of [findRef(catalog, ref), findNamed(catalog, ref)]) {
            expect(found?.entry).toBe(entry)
            expect(found?.unit).toBe(unit)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('a switch that is set by ref turns off that one and no other', () => {
    fc.assert(
      fc.property(fc.array(declared, { maxLength: 8 }), (all) => {
        const refs = namables(catalogOf(all)).map(({ ref }) => ref)
        for (const ref of refs) expect(refs.filter(switchedOff([ref]))).toEqual([ref])
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['unit:odd/%2Fq', ['unit:odd/%2Fq']],
    ['unit:odd/a/b', ['unit:odd/a%2Fb']],
    ['unit:odd/50%', ['unit:odd/50%25']],
  ])('the switch %s holds for %j', (written, off) => {
    expect(
      ['unit:odd/%2Fq', 'unit:odd/%252Fq', 'unit:odd/a%2Fb', 'unit:odd/50%25'].filter(switchedOff([written])),
    ).toEqual(off)
  })

  test('what nobody granted changes no ref of what somebody granted, and no meaning of a name', () => {
    fc.assert(
      fc.property(fc.array(declared, { maxLength: 6 }), name, (all, written) => {
        const [whole, granted] = [catalogOf(all), catalogOf(all.filter(({ standing }) => standing !== 'ungranted'))]
        const places = ({ entries }: Catalog): readonly string[] =>
          entries
            .filter(({ standing }) => standing !== 'ungranted')
            .map(({ ref, found }) => `${ref} ${found.folder} ${found.file}`)
        // Two manifests at one place are one; the one that was read first counts.
        fc.pre(places(whole).length === places(granted).length)
        expect(places(whole)).toEqual(places(granted))
        const meant = findNamed(granted, written)
        if (meant) expect(findNamed(whole, written)?.ref).toBe(meant.ref)
      }),
      { numRuns: 500 },
    )
  })

  test('a query over local and declared manifests gives each unit a ref of its own', () => {
    const queried = fc.record({
      project: fc.constantFrom('hub', 'pay', 'a'),
      ids: fc.array(name, { minLength: 1, maxLength: 4 }),
      source: fc.oneof(fc.constant(null), name),
    })
    fc.assert(
      fc.property(fc.array(queried, { maxLength: 6 }), (all) => {
        const { results } = query(
          all.map((one) => ({ manifest: manifestOf(one), source: one.source })),
          { federation_scope: 'declared', limit: 1000 },
        )
        const units = all.reduce((sum, { ids }) => sum + new Set(ids).size, 0)
        expect(new Set(results.map(({ ref }) => ref)).size).toBe(units)
      }),
      { numRuns: 400 },
    )
  })
})

test('ordinary refs stay as they were', () => {
  const plain = { root: '/w', file: 'knowledge.yaml', project: 'Harbor Kiosk', standing: 'granted' } as const
  const { entries } = catalogOf([
    { ...plain, folder: '', ids: ['refund-policy', 'a.b'] },
    { ...plain, folder: 'payments', ids: ['setup'] },
    { ...plain, folder: 'b/c', ids: ['d'] },
    { ...plain, folder: 'b', ids: ['c/d', '100%'] },
  ])
  expect(
    namables({ entries, shadowed: [], quarantined: [], roots: [], diagnostics: [] }).map(({ ref }) => ref),
  ).toEqual([
    'manifest:harbor-kiosk',
    'unit:harbor-kiosk/refund-policy',
    'unit:harbor-kiosk/a.b',
    'manifest:harbor-kiosk@b',
    'unit:harbor-kiosk@b/c%2Fd',
    'unit:harbor-kiosk@b/100%25',
    'manifest:harbor-kiosk@b%2Fc',
    'unit:harbor-kiosk@b%2Fc/d',
    'manifest:harbor-kiosk@payments',
    'unit:harbor-kiosk@payments/setup',
  ])
})

describe('a ref as it was before its parts were escaped', () => {
  const plain = { root: '/w', file: 'knowledge.yaml', project: 'acme', standing: 'granted' } as const
  test('is understood where it can mean only one unit', () => {
    const catalog = catalogOf([{ ...plain, folder: '', ids: ['guides/setup'] }])
    for (const written of ['unit:acme/guides/setup', 'unit:acme/guides%2Fsetup', 'guides/setup', 'unit:guides/setup'])
      expect(findNamed(catalog, written)?.ref).toBe('unit:acme/guides%2Fsetup')
  })

  test('is understood as nothing where it could mean two', () => {
    const catalog = catalogOf([
      { ...plain, folder: '', ids: ['x'] },
      { ...plain, folder: 'b', ids: ['c/d'] },
      { ...plain, folder: 'b/c', ids: ['d'] },
    ])
    expect(findNamed(catalog, 'unit:acme@b/c/d')).toBeUndefined()
  })
})
