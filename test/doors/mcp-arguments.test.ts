import { describe, expect, test } from 'vitest'
import { doorWorld } from '../support/door-world.ts'
import { call, connectTo, factsOf, textsOf } from '../support/mcp-client.ts'

const task = 'How long does the battery last?'

/** The reply to a call as another way of writing must give it. */
const replyTo = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<readonly string[]> =>
  textsOf(await call(await connectTo({ knowledge: await doorWorld().open() }), tool, args))

describe('arguments that models write in several ways', () => {
  test.each([
    ['null is absent', { also: null, name: null, budget: null, evidence: null, implicit: null, again: null }],
    ['an empty text is an empty list', { name: '', also: '' }],
    ['null in a list is nothing', { name: [null, 'kiosk'] }],
    ['a text is a list of one', { name: 'kiosk' }],
    ['a list may be written as text', { name: '["kiosk"]' }],
    ['packs is name', { packs: ['kiosk'] }],
    ['pack is name', { pack: 'kiosk' }],
    ['ref is name', { ref: 'pack:kiosk' }],
    ['a number may be written as text', { budget: '400' }],
    ['true and false may be written as text', { evidence: 'false', again: 'true' }],
    ['one word is a list of one', { also: 'accumulator' }],
  ])('%s', async (_, args) => {
    expect((await replyTo('read', { task, ...args })).join()).toContain('The battery lasts nine hours.')
  })

  test('a budget that is written as text is kept', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    expect((await call(client, 'read', { task, name: 'kiosk', budget: '5' })).content).toEqual([
      { type: 'text', text: expect.stringContaining('The budget is too small.') },
    ])
  })

  test.each(['catalog', 'activate', 'explain', 'evidence'])(
    '%s takes one name, under any of its names',
    async (tool) => {
      const value = tool === 'catalog' ? 'manifest:harbor' : 'kiosk'
      const expected = await replyTo(tool, { name: value })
      expect(expected).not.toEqual([])
      expect(expected.join()).not.toContain('Nothing has that name')
      for (const args of [{ ref: value }, { pack: value }, { name: [value] }, { packs: [value], name: null }])
        expect(await replyTo(tool, args)).toEqual(expected)
    },
  )

  test('the listed name has precedence', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    expect(factsOf(await call(client, 'activate', { pack: 'nobody', name: 'kiosk' }))).toMatchObject({
      refs: ['pack:kiosk'],
    })
  })

  test('terms may be one text', async () => {
    expect((await replyTo('query', { terms: 'kiosk', limit: '3' })).join()).toContain('unit:harbor/setup')
  })
})
