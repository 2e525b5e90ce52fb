import { expect, test } from 'vitest'
import { openKnowledge } from '../../src/index.ts'
import { diskFiles } from '../../src/io/disk-files.ts'
import { memoryPorts } from '../support/memory-ports.ts'

const tasks = [
  'How long does the battery run the kiosk when the mains power fails?', 'Which warranty applies to the screen?', 'How do I replace the printer roll?',
  'What do I do when a payment is stuck?', 'How does the service desk greet a customer?', 'Who may see customer data?', 'What is the chess world record?',
]

test('every receipt of reads, guides, evidence and queries over the examples replays to the same bytes, and so does its context', async () => {
  const ports = memoryPorts(diskFiles)
  const knowledge = await openKnowledge({ roots: ['examples'], requester: { clearance: 'internal', model: 'external' }, ports, trustAll: true })
  for (const task of tasks) {
    await knowledge.read({ task })
    await knowledge.read({ task, budget: 300, evidence: true, session: 'desk' })
    await knowledge.read({ task, activation: 'implicit' })
  }
  for (const { document, ref } of knowledge.catalog.entries) if (document.kind === 'pack') await knowledge.guide(ref, { session: 'desk' })
  await knowledge.evidence('pack:harbor-kiosk', { section: 'compiled/facts.md#power-and-network' })
  for (const terms of ['warranty', 'payment']) await knowledge.query({ terms: [terms] })
  const receipts = [...ports.kept]
  expect(receipts.length).toBeGreaterThan(20)
  expect(new Set(receipts.map(({ kind }) => kind ?? 'answer'))).toEqual(new Set(['answer', 'guide', 'query', 'evidence']))
  const outcomes = new Map<string, unknown>()
  for (const { id, kind } of receipts) {
    const replay = await knowledge.replay(id)
    if (replay.outcome !== 'same' || replay.drift.length > 0) outcomes.set(`${kind ?? 'answer'} ${id}`, replay)
    if (kind === 'query') continue
    const context = await knowledge.rehydrate(id)
    if (context.outcome !== 'same' && context.outcome !== 'rebuilt') outcomes.set(`context ${id}`, context)
  }
  expect([...outcomes]).toEqual([])
})
