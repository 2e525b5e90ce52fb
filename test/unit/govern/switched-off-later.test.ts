import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

/** Knowledge that stays open while a person switches something off elsewhere. */
async function openThenSwitchOff(ref: string) {
  const disk = memoryFiles({
    '/w/knowledge.yaml': manifestText(
      {},
      unitWith({ id: 'setup', path: 'docs/setup.md', intent: 'How is a kiosk set up?', sensitivity: 'public' }),
    ),
    '/w/docs/setup.md': '# Setup\n\nThe kiosk is set up with a hex key.\n',
    '/w/.agents/knowledge/kiosk/KNOWLEDGE.md': packText(
      { name: 'kiosk' },
      '# Kiosk\n\nThe kiosk battery lasts nine hours.\n',
    ),
  })
  const ports = memoryPorts(disk)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports, requester: { clearance: 'internal' } })
  ports.switches.set(ref, false)
  disk.opened.length = 0
  return { knowledge, opened: disk.opened }
}

describe('AK-104: a manifest that is switched off after it was listed gives nothing of its units', () => {
  test('not to a task, and it is passed over in silence', async () => {
    const { knowledge, opened } = await openThenSwitchOff('manifest:harbor')
    const { fenced, excerpts, omitted } = await knowledge.read({ task: 'How is the kiosk set up with a hex key?' })
    const ofManifest = ({ ref }: { readonly ref: string }): boolean =>
      ref.startsWith('unit:') || ref.startsWith('manifest:')
    expect([fenced, excerpts.filter(ofManifest), omitted.filter(ofManifest)]).toEqual([
      expect.not.stringContaining('hex key'),
      [],
      [],
    ])
    expect(opened).not.toContain('/w/docs/setup.md')
  })

  test('not to who names a unit, who is told', async () => {
    const { knowledge, opened } = await openThenSwitchOff('manifest:harbor')
    const refused = { outcome: 'refused', verdict: 'deny', omitted: [{ ref: 'manifest:harbor', reason: 'disabled' }] }
    expect(await knowledge.unit('unit:harbor/setup')).toMatchObject(refused)
    expect(await knowledge.activate('setup')).toMatchObject(refused)
    expect((await knowledge.read({ task: 'hex key', packs: ['unit:harbor/setup'] })).omittedCounts).toEqual({
      disabled: 1,
    })
    expect(opened).toEqual([])
  })

  test('not to a query, nor among what may be used', async () => {
    const { knowledge } = await openThenSwitchOff('manifest:harbor')
    expect(await knowledge.query({ terms: ['setup'] })).toMatchObject({ results: [], total: 0, omitted: [] })
    expect(knowledge.usable()).toMatchObject([{ kind: 'pack', ref: 'pack:kiosk' }])
  })

  test('and explain says so', async () => {
    const { knowledge } = await openThenSwitchOff('manifest:harbor')
    const { verdict, reasons } = await knowledge.explain('unit:harbor/setup')
    expect([verdict, reasons.find(({ gate }) => gate === 'status')?.code]).toEqual(['deny', 'disabled'])
  })
})

test('AK-104: a pack that is switched off after it was listed is passed over in silence', async () => {
  const { knowledge, opened } = await openThenSwitchOff('pack:kiosk')
  const { excerpts, omitted, receipt } = await knowledge.read({ task: 'How long does the kiosk battery last?' })
  expect([
    excerpts.some(({ ref }) => ref === 'pack:kiosk'),
    omitted.some(({ ref }) => ref === 'pack:kiosk'),
    receipt.decisions.some(({ ref }) => ref === 'pack:kiosk'),
  ]).toEqual([false, false, false])
  expect(opened).not.toContain('/w/.agents/knowledge/kiosk/KNOWLEDGE.md')
})
