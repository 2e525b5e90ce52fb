import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openKnowledge, type Knowledge, type ReadResult, type Requester } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { storedKnowledge } from '../../../src/io/postgres/stored-knowledge.ts'
import { describePostgres } from '../../support/postgres.ts'
import { storedWorld, type StoredWorld } from '../../support/stored-workspace.ts'

const examples = new URL('../../../examples', import.meta.url).pathname

/** Questions in the words of the examples, whole and cut, and words that occur nowhere. */
function questions(): readonly string[] {
  const texts = readdirSync(examples, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .sort()
    .map((path) => readFileSync(join(examples, path), 'utf8'))
  const sentences = texts.flatMap((text) => text.match(/[A-Z][^.!?|#\n]{30,160}[.!?]/g) ?? [])
  const step = Math.max(1, Math.floor(sentences.length / 190))
  return [
    'How long does a refund take?',
    'What does a kiosk cost, and who answers at night?',
    'Wie lange dauert eine Rückerstattung?',
    'refnud of the printr',
    'penguins on the moon',
    'Who is on call? How do I escalate an incident?',
    ...sentences
      .filter((_, i) => i % step === 0)
      .map((sentence, i) => {
        const words = sentence.split(/\s+/)
        return i % 3 === 0 ? sentence : words.filter((_, place) => place % 2 === i % 2).join(' ')
      }),
  ].slice(0, 200)
}

/** The guest may not read what is internal, so even the statistics differ. */
const requesters: Readonly<Record<string, Requester>> = {
  staff: { clearance: 'confidential', authenticated: true, scopes: ['knowledge:read', 'sales:read'], role: 'support' },
  guest: { clearance: 'public' },
}

const partsOf = ({ receipt: { id: _id, link: _link, ...receipt }, ...result }: ReadResult): unknown => ({
  ...result,
  receipt: { proof: receipt.proof, strength: receipt.strength, spans: receipt.spans },
})

async function knowledgeIn({ database, url }: StoredWorld, requester: Requester): Promise<Knowledge> {
  const stored = storedKnowledge(database, diskFiles, { url, env: {}, workspace: 'harbor' })
  onTestFinished(() => stored.close())
  await stored.current()
  const { files, words, cache } = stored
  const ports = { ...memoryPorts(files), words, cache }
  return openKnowledge({ roots: [stored.root], requester, trustAll: true, ports })
}

describePostgres('answers from a database', () => {
  it('are byte for byte those of the embedded engine, for 200 questions and two requesters', async () => {
    const world = await storedWorld()
    await world.push(examples)
    const asked = questions()
    expect(asked).toHaveLength(200)
    const outcomes = new Set<string>()
    const fenced = new Map<string, Set<string>>()
    for (const [name, requester] of Object.entries(requesters)) {
      const embedded = await openKnowledge({
        roots: [examples],
        requester,
        trustAll: true,
        ports: memoryPorts(diskFiles),
      })
      const stored = await knowledgeIn(world, requester)
      for (const task of asked) {
        const [expected, found] = [await embedded.read({ task }), await stored.read({ task })]
        expect(found.fenced).toBe(expected.fenced)
        expect(partsOf(found)).toEqual(partsOf(expected))
        outcomes.add(found.outcome)
        fenced.set(task, (fenced.get(task) ?? new Set()).add(found.fenced))
      }
      expect(stored.catalog.entries.map(({ ref, headDigest }) => [ref, headDigest])).toEqual(
        embedded.catalog.entries.map(({ ref, headDigest }) => [ref, headDigest]),
      )
      expect(name).not.toBe('')
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['answered', 'weak', 'nothing']))
    // The two are not the same question asked twice.
    expect([...fenced.values()].filter(({ size }) => size > 1).length).toBeGreaterThan(20)
  }, 240_000)
})
