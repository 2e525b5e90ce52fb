import { expect, test } from 'vitest'
import { openKnowledge } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { packTree } from '../../support/read-packs.ts'

const rooms = [
  'north dock',
  'south dock',
  'ferry hall',
  'customs hall',
  'market square',
  'museum',
  'station',
  'lighthouse',
  'ticket office',
  'boat shed',
]
const parts = ['battery', 'screen', 'printer', 'antenna', 'card reader', 'lock', 'lamp', 'speaker', 'camera', 'cable']

function section(i: number): string {
  const [room, part] = [rooms[i % 10] ?? '', parts[Math.floor(i / 10) % 10] ?? '']
  return `## Kiosk ${i}: ${part}\n\nKiosk ${i} stands at the ${room}. Its ${part} was renewed after ${100 + (i % 37)} days. A technician looks at it in week ${1 + (i % 52)}, and the spare part has number SP-${10_000 + i}.\n`
}

const files = (tree: Record<string, string>) =>
  memoryFiles(packTree({ kiosks: { files: tree } }) as Record<string, string>)

test('of a pack with 5,000 sections, a question on one section gets that section in at most 600 tokens', async () => {
  const text = `# Kiosks\n\n${Array.from({ length: 5000 }, (_, i) => section(i)).join('\n')}`
  const knowledge = await openKnowledge({
    roots: ['/w'],
    ports: memoryPorts(files({ 'documents/kiosks.md': text })),
    trustAll: true,
  })
  for (const wanted of [617, 2718, 4999]) {
    const { excerpts, tokens, fenced } = await knowledge.read({
      task: `Which number has the spare part of kiosk ${wanted}?`,
      budget: 600,
    })
    expect(tokens).toBeLessThanOrEqual(600)
    // In the order of the document; the best is the one that was asked for.
    const [best] = [...excerpts].sort((a, b) => b.score - a.score)
    expect(best?.headings.at(-1)).toContain(`Kiosk ${wanted}:`)
    expect(fenced).toContain(`SP-${10_000 + wanted}`)
  }
  expect((await knowledge.read({ task: 'Which number has the spare part of kiosk 2718?' })).tokens).toBeLessThanOrEqual(
    600,
  )
})

test('of a budget that was asked for more is used than of a ceiling', async () => {
  const text = `# Kiosks\n\n${Array.from({ length: 200 }, (_, i) => section(i)).join('\n')}`
  const restrained = await openKnowledge({
    roots: ['/w'],
    ports: memoryPorts(files({ 'documents/kiosks.md': text })),
    trustAll: true,
    restraints: { budget: 1500 },
  })
  const task = 'When does a technician look at the lock of the kiosk in the museum?'
  const ceiling = await restrained.read({ task })
  const asked = await restrained.read({ task, budget: 1500 })
  expect(ceiling.receipt.budgetAsked).toBeUndefined()
  expect(asked.receipt.budgetAsked).toBe(true)
  expect(asked.tokens).toBeGreaterThan(ceiling.tokens)
  expect(asked.tokens).toBeLessThanOrEqual(1500)
  for (const { receipt, fenced } of [ceiling, asked])
    expect(await restrained.replay(receipt.id)).toMatchObject({ outcome: 'same', fenced })
})
