import { describe, expect, test } from 'vitest'
import type { Allowed } from '../../../src/model/decisions/brands.ts'
import type { Files } from '../../../src/model/ports.ts'
import { gather, type Gathered } from '../../../src/select/gather.ts'
import { ReadCache } from '../../../src/select/texts/read-cache.ts'
import type { Fields } from '../../support/manifest-text.ts'
import { unitWorld, type UnitWorld, type UnitWorldOptions } from '../../support/unit-world.ts'

const strict = { not_for: ['cleaning keyboards'], not_for_strict: true }

/** Gathers for several tasks as one server does: the decisions and the cache stay. */
function gathering(units: readonly Fields[], options: UnitWorldOptions = {}) {
  const world: UnitWorld = unitWorld(units, options)
  const allowed: readonly Allowed[] = world.units()
  const cache = new ReadCache()
  const gatherFor = (task: string, files: Files = world.files): Gathered =>
    gather(files, allowed, { task, withRaw: false, cache, visit: { files, omitted: [], fresh: new Set() } })
  return { world, cache, gatherFor }
}

const refs = ({ sources }: Gathered): readonly string[] => sources.map(({ ref }) => ref.slice('unit:harbor/'.length))

describe('texts that were gathered before', () => {
  test('the next task finds the same list of texts, and opens no file of a unit', () => {
    const { world, gatherFor } = gathering([{ id: 'a' }, { id: 'b' }])
    const first = gatherFor('What is a?')
    world.files.contents.length = 0
    const second = gatherFor('What is b?')
    expect(second.sources).toBe(first.sources)
    expect(world.files.contents.filter((path) => path.startsWith('/w/docs'))).toEqual([])
  })

  test('a unit is left out of the tasks that it is strictly not for, and of no others', () => {
    const { gatherFor } = gathering([{ id: 'a' }, { id: 'b', ...strict }])
    expect(refs(gatherFor('Who opens the gate?'))).toEqual(['a', 'b'])
    const unfit = gatherFor('Who is cleaning keyboards?')
    expect(refs(unfit)).toEqual(['a'])
    expect(unfit.unlisted).toEqual({ 'not-for': 1 })
    expect(refs(gatherFor('Who closes the gate?'))).toEqual(['a', 'b'])
  })

  test('units that are passed over are listed by the words of each task', () => {
    const never = { hints: { load_strategy: 'never' } }
    const { gatherFor } = gathering([{ id: 'a' }, { id: 'gate', triggers: ['gate'], ...never }])
    expect(gatherFor('What is a?')).toMatchObject({ omitted: [], unlisted: { 'load-never': 1 } })
    const { omitted, unlisted } = gatherFor('Who opens the gate?')
    expect([omitted.map(({ ref, reason }) => [ref, reason]), unlisted]).toEqual([
      [['unit:harbor/gate', 'load-never']],
      {},
    ])
  })

  test('a file that could not be read is read as soon as it can be', () => {
    const { world, gatherFor } = gathering([{ id: 'a' }, { id: 'b' }])
    const broken: Files = {
      ...world.files,
      read: (root, path, options) =>
        path === 'docs/b.md'
          ? { ok: false, trouble: 'unreadable', detail: 'No.' }
          : world.files.read(root, path, options),
    }
    expect(refs(gatherFor('What is b?', broken))).toEqual(['a'])
    expect(refs(gatherFor('What is b?'))).toEqual(['a', 'b'])
  })

  test('a manifest that has changed since it was granted closes its units', () => {
    const { world, gatherFor } = gathering([{ id: 'a' }])
    expect(refs(gatherFor('What is a?'))).toEqual(['a'])
    const changed: Files = {
      ...world.files,
      read: (root, path, options) =>
        path === 'knowledge.yaml'
          ? { ok: true, bytes: new TextEncoder().encode('project: other'), more: false }
          : world.files.read(root, path, options),
    }
    const found = gatherFor('What is a?', changed)
    expect([refs(found), found.omitted.map(({ reason }) => reason)]).toEqual([[], ['changed']])
  })

  test('texts are looked for again once one of them has changed', () => {
    const { cache, gatherFor } = gathering([{ id: 'a' }])
    const first = gatherFor('What is a?')
    cache.clearUnits()
    expect(gatherFor('What is a?').sources).not.toBe(first.sources)
  })
})
