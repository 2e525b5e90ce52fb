import { expect, test } from 'vitest'
import { shownReceipt } from '../../src/app/index.ts'
import { as, viewWorld } from '../support/view-world.ts'

test('KCP-223: a person sees decisions about units of the own workspace only, in a store that several share', async () => {
  const { post, world } = await viewWorld()
  const asked = await post('/v1/inspect', { task: 'Which salaries are there?' }, as('viewer'))
  const { receipt: id } = (await asked.json()) as { readonly receipt: string }
  const { catalog } = await world.open()
  const nothing = { entries: [] }
  const decidedIn = async (workspace: Pick<typeof catalog, 'entries'>): Promise<string> => {
    const shown = await shownReceipt(id, { receipts: world.ports.receipts, catalog: nothing, workspace })
    return JSON.stringify(shown && 'decisions' in shown ? shown.decisions : [])
  }
  expect(await decidedIn(catalog)).toContain('unit:harbor/payroll')
  expect(await decidedIn(nothing)).not.toContain('unit:harbor/')
})
