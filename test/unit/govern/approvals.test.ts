import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeApproval, proposeGrants, saveApprovals, saveGrants } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const guide = (status: string): string =>
  `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nprofile: wiki-first\nstatus: ${status}\n---\n`
const task = 'How long does the battery last?'

function world(status: string, place = '/w/kiosk', granted = true) {
  const files = memoryFiles({
    [`${place}/KNOWLEDGE.md`]: guide(status),
    [`${place}/compiled/facts.md`]: '# Battery\n\nThe battery lasts nine hours.\n',
  })
  const ports = memoryPorts(files)
  if (granted) saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  return ports
}

async function proposalFor(ports: ReturnType<typeof world>, ref = 'pack:kiosk') {
  const { catalog } = await openKnowledge({ roots: ['/w'], ports })
  return proposeApproval(catalog, ref, { ports, requester: { clearance: 'internal' }, restraints: {} })
}

describe('an approval', () => {
  test.each(['draft', 'disputed', 'archived'])(
    'AK-087: lets a pack of status %s be used when it is named',
    async (status) => {
      const ports = world(status)
      const proposal = await proposalFor(ports)
      expect(proposal?.asks.map(({ code }) => code)).toEqual([`status-${status}`])
      if (proposal) saveApprovals(ports, proposal, 'terminal')
      expect((await (await openKnowledge({ roots: ['/w'], ports })).read({ task, packs: ['kiosk'] })).fenced).toContain(
        'nine hours',
      )
    },
  )

  test('holds for 24 hours and not a moment longer', async () => {
    const ports = world('draft')
    const proposal = await proposalFor(ports)
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    expect(ports.approved).toMatchObject([
      {
        ref: 'pack:kiosk',
        path: '/w/kiosk',
        code: 'status-draft',
        given: 'terminal',
        at: '2026-05-06T09:10:00.000Z',
        until: '2026-05-07T09:10:00.000Z',
      },
    ])
    const readAt = async (now: string): Promise<string> => {
      const later = { ...ports, clock: { now: () => new Date(now) } }
      return (await (await openKnowledge({ roots: ['/w'], ports: later })).read({ task })).fenced
    }
    expect(await readAt('2026-05-07T09:09:59.999Z')).toContain('nine hours')
    expect(await readAt('2026-05-07T09:10:00.000Z')).toBe('')
    expect(await readAt('2026-05-06T09:09:59.999Z')).toBe('')
  })

  test('does not let another pack of the same name pass', async () => {
    const ports = world('draft')
    const proposal = await proposalFor(ports)
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    const other = { ...world('draft', '/w/elsewhere'), approvals: ports.approvals }
    expect((await (await openKnowledge({ roots: ['/w'], ports: other })).read({ task })).fenced).toBe('')
  })

  test('AK-112: is never one for trust', async () => {
    const ports = world('draft', '/w/kiosk', false)
    const proposal = await proposalFor(ports)
    expect(proposal).toMatchObject({ needsTrust: true, asks: [{ code: 'status-draft' }] })
    ports.approvals.save({
      ref: 'pack:kiosk',
      path: '/w/kiosk',
      code: 'approval-required',
      given: 'terminal',
      at: '2026-05-06T09:00:00.000Z',
      until: '2026-05-07T09:00:00.000Z',
    })
    expect(
      (await (await openKnowledge({ roots: ['/w'], ports })).read({ task })).omitted.map(({ reason }) => reason),
    ).toEqual(['ungranted'])
  })

  test('of a unit names its asks, and what is denied is not offered', async () => {
    const unit = (id: string, fields: string): string =>
      `  - {id: ${id}, path: ${id}.md, intent: How?, scope: global, audience: [agent], ${fields}}\n`
    const files = memoryFiles({
      '/w/knowledge.yaml': `kcp_version: "0.14"\nproject: Harbor\nversion: 1.0.0\nunits:\n${unit('prices', 'payment: {default_tier: metered}')}${unit('people', 'sensitivity: restricted')}`,
      '/w/prices.md': '# Prices\n',
      '/w/people.md': '# People\n',
    })
    const ports = memoryPorts(files)
    saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
    expect(await proposalFor(ports, 'unit:harbor/prices')).toMatchObject({
      path: '/w',
      asks: [{ code: 'payment-metered' }],
      denials: [],
      needsTrust: false,
    })
    expect(await proposalFor(ports, 'unit:harbor/people')).toMatchObject({
      asks: [],
      denials: [{ code: 'sensitivity-above-clearance' }],
    })
    expect(await proposalFor(ports, 'manifest:harbor')).toMatchObject({ asks: [], denials: [], needsTrust: false })
    expect(await proposalFor(ports, 'unit:harbor/nothing')).toBeUndefined()
  })

  test('cannot bring back what is switched off', async () => {
    const ports = world('ready')
    ports.switches.set('pack:kiosk', false)
    expect(await proposalFor(ports)).toMatchObject({ asks: [], denials: [{ code: 'disabled' }] })
  })
})
