import { expect, test } from 'vitest'
import type { Receipts } from '../../../src/model/ports.ts'
import { doorWorld } from '../../support/door-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'

const task = 'How long does the battery last?'

test('while the record of a read is written, the next read is prepared, and nothing is returned before its record', async () => {
  const world = doorWorld()
  const { receipts } = world.ports
  const opening: (() => void)[] = []
  const append: Receipts['append'] = async (make) => {
    await new Promise<void>((resolve) => opening.push(resolve))
    return receipts.append(make)
  }
  const knowledge = await world.open({ ports: { ...world.ports, receipts: { ...receipts, append } } })
  let returned = 0
  const reads = [1, 2, 3].map(() => knowledge.read({ task }).then(() => returned++))
  await expect.poll(() => opening.length, { timeout: 25_000 }).toBe(3)
  expect(returned).toBe(0)
  for (const open of opening) open()
  await Promise.all(reads)
  expect(returned).toBe(3)
})

test('a read whose record cannot be written is refused, and the read after it is answered', async () => {
  const world = doorWorld()
  const { receipts } = world.ports
  let isFull = true
  const append: Receipts['append'] = async (make) => {
    if (!isFull) return receipts.append(make)
    isFull = false
    throw new Error('the disk is full')
  }
  const knowledge = await world.open({ ports: { ...world.ports, receipts: { ...receipts, append } } })
  const [first, second] = await Promise.allSettled([knowledge.read({ task }), knowledge.read({ task })])
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
})

const limited = {
  'knowledge.yaml': manifestText(
    {},
    unitWith({
      id: 'setup',
      path: 'docs/setup.md',
      intent: 'How is a kiosk set up?',
      sensitivity: 'public',
      rate_limits: { default: { requests_per_day: 3 } },
    }),
  ),
  'docs/setup.md': '# Setup\n\nPlug the kiosk into the mains and wait for the green light.\n',
}

test.each(['read', 'unit', 'activate'] as const)(
  'KCP-159: of many requests at once no more than the limit are answered: %s',
  async (method) => {
    const knowledge = await doorWorld(limited).open()
    const ask: () => Promise<object> = {
      read: () => knowledge.read({ task: 'How is a kiosk set up?' }),
      unit: () => knowledge.unit('unit:harbor/setup'),
      activate: () => knowledge.activate('unit:harbor/setup'),
    }[method]
    const answers = await Promise.all(Array.from({ length: 12 }, ask))
    expect(answers.filter((answer) => JSON.stringify(answer).includes('green light'))).toHaveLength(3)
  },
)
