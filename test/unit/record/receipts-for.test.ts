import { expect, test } from 'vitest'
import { openKnowledge, proposeGrants, receiptTimeline, saveGrants, shownReceipt } from '../../../src/app/index.ts'
import { packText } from '../../support/judge-pack.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { as, viewWorld } from '../../support/view-world.ts'

test('KCP-223: a person sees decisions about units of the own workspace only, in a store that several share', async () => {
  const { post, world } = await viewWorld()
  const asked = await post('/v1/inspect', { task: 'Which salaries are there?' }, as('viewer'))
  const { receipt: id } = (await asked.json()) as { readonly receipt: string }
  const { catalog } = await world.open()
  const nothing = { entries: [], roots: [] }
  const decidedIn = async (workspace: Pick<typeof catalog, 'entries' | 'roots'>): Promise<string> => {
    const shown = await shownReceipt(id, { receipts: world.ports.receipts, catalog: nothing, workspace })
    return JSON.stringify(shown && 'decisions' in shown ? shown.decisions : [])
  }
  expect(await decidedIn(catalog)).toContain('unit:harbor/payroll')
  expect(await decidedIn(nothing)).not.toContain('unit:harbor/')
})

test('receipts and quality are those of this workspace, and of all only where somebody asks for that', async () => {
  const { get, post, world } = await viewWorld()
  const other = tempFolder({
    '.agents/knowledge/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }, '# Kiosk\n\nThe battery lasts two hours.\n'),
  })
  saveGrants(world.ports, proposeGrants(world.ports, other, '/'), { follow: false, given: 'terminal' })
  const elsewhere = await openKnowledge({ roots: [other], ports: world.ports })
  for (const task of ['How long does the battery last?', 'Where are the penguins?']) await elsewhere.read({ task })
  const { receipt: own } = (await (await post('/v1/read', { task: 'battery' }, as('agent'))).json()) as {
    readonly receipt: string
  }
  const idsAt = async (query: string): Promise<readonly string[]> => {
    const body = await (await get(`/v1/receipts${query}`, as('viewer'))).json()
    return (body as { readonly receipts: readonly { readonly id: string }[] }).receipts.map(({ id }) => id)
  }
  expect(await idsAt('')).toEqual([own])
  expect(await idsAt('?everywhere=true')).toHaveLength(3)
  expect((await (await get('/v1/receipts/export', as('viewer'))).text()).trim().split('\n')).toHaveLength(1)
  const readsAt = async (query: string): Promise<unknown> => {
    const body = await (await get(`/v1/quality${query}`, as('viewer'))).json()
    return (body as { readonly reads: unknown }).reads
  }
  expect(await readsAt('')).toMatchObject({ nothing: 0 })
  expect(await readsAt('?everywhere=true')).toMatchObject({ nothing: 1 })
})

test('a receipt without a workspace is of the one whose entries it names', async () => {
  const { post, world } = await viewWorld()
  await post('/v1/read', { task: 'How long does the battery last?' }, as('agent'))
  const { catalog } = await world.open()
  const { segments, segment } = world.ports.receipts
  const receipts = {
    segments: () => segments(),
    segment: async (name: string) => (await segment(name)).replaceAll(/,"workspace":"\w+"/g, ''),
  }
  const listedIn = async (workspace: Pick<typeof catalog, 'entries' | 'roots'>): Promise<number> =>
    (await receiptTimeline({}, { receipts, catalog, workspace })).total
  expect(await listedIn(catalog)).toBe(1)
  expect(await listedIn({ ...catalog, entries: [] })).toBe(0)
})
