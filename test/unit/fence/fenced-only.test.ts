import { describe, expect, expectTypeOf, test } from 'vitest'
import type { fenceEntries } from '../../../src/fence/fence.ts'
import {
  openKnowledge,
  proposeGrants,
  saveGrants,
  type fenceText,
  type Fenced,
  type ReleasedGuide,
  type ReleasedList,
  type ReleasedSummary,
  type ReadResult,
} from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

describe('AK-177: what a door hands to a model is Fenced by its type', () => {
  test('the answer, the guide, the lists and any text', () => {
    expectTypeOf<ReadResult['fenced']>().toEqualTypeOf<Fenced>()
    expectTypeOf<ReleasedGuide['fenced']>().toEqualTypeOf<Fenced>()
    expectTypeOf<ReleasedList['fenced']>().toEqualTypeOf<Fenced>()
    expectTypeOf<ReleasedSummary['fenced']>().toEqualTypeOf<Fenced>()
    expectTypeOf<ReturnType<typeof fenceText>>().toEqualTypeOf<Fenced>()
    expectTypeOf<ReturnType<typeof fenceEntries>>().toEqualTypeOf<Fenced>()
    expectTypeOf<string>().not.toExtend<Fenced>()
  })
})

test('AK-202: a folder of a pack is nothing that can be asked for', async () => {
  const folder = '/w/.agents/knowledge/kiosk'
  const disk = memoryFiles({
    [`${folder}/KNOWLEDGE.md`]:
      '---\nname: kiosk\ndescription: Facts on the kiosk for support.\ntype: brand-product\nstatus: ready\n---\n\nGuide.\n',
    [`${folder}/documents/kiosk.md`]: '# Kiosk\n\nNine hours.\n',
  })
  const ports = memoryPorts(disk)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  disk.opened.length = 0
  for (const path of ['documents', `${folder}/documents`, `${folder}/documents/`]) {
    expect(await knowledge.guide(path)).toMatchObject({ outcome: 'unknown' })
    expect((await knowledge.read({ task: 'Everything about the kiosk', packs: [path] })).fenced).toBe('')
  }
  expect(disk.opened).toEqual([])
})
