import { expect, test } from 'vitest'
import { memoryReceipts } from '../../src/io/memory/memory-receipts.ts'
import { sha256Of } from '../../src/io/secrets.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { httpWorld } from '../support/http-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'

const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

/** Units of every kind of restriction, and identities of every kind of right. */
const kinds = [
  { sensitivity: 'public' },
  { sensitivity: 'internal' },
  { sensitivity: 'restricted' },
  { sensitivity: 'public', access: 'authenticated' },
  { sensitivity: 'public', access: 'restricted', auth_scope: 'read:a' },
  { sensitivity: 'internal', access: 'restricted', auth_scope: 'read:b' },
  { sensitivity: 'public', delegation: { max_depth: 1 } },
  { sensitivity: 'public', delegation: { max_depth: 3, require_capability_attenuation: true } },
  {
    sensitivity: 'public',
    visibility: {
      default: 'public',
      conditions: [{ when: { agent_role: 'guest' }, then: { sensitivity: 'restricted' } }],
    },
  },
  { sensitivity: 'public', delegation: { human_in_the_loop: { required: true } } },
]

/** Twenty of each kind. */
const unitCount = 20 * kinds.length

function manyUnits(count: number): DoorWorld {
  const numbers = Array.from({ length: count }, (_, i) => i)
  return doorWorld({
    'knowledge.yaml': manifestText(
      { auth: { methods: [{ type: 'api_key' }, { type: 'oauth2' }] } },
      ...numbers.map((i) =>
        unitWith({ id: `u${i}`, path: `docs/${i}.md`, intent: `Question ${i}?`, ...kinds[i % kinds.length] }),
      ),
    ),
    ...Object.fromEntries(numbers.map((i) => [`docs/${i}.md`, `# Unit ${i}\n\nCONTENT-${i}-END\n`])),
  })
}

const identities: readonly Requester[] = Array.from({ length: 50 }, (_, i) => ({
  ...(i % 5 === 0
    ? {}
    : { clearance: (['public', 'internal', 'confidential', 'restricted'] as const)[i % 4] ?? 'public' }),
  ...(i % 3 === 0 ? {} : { authenticated: true, credentials: ['api_key'] }),
  ...(i % 7 === 0 ? {} : { scopes: [['read:a'], ['read:b'], ['read:a', 'read:b'], ['other']][i % 4] ?? [] }),
  ...(i % 2 === 0 ? { role: 'guest' } : {}),
  depth: (i % 3) + 1,
}))

test(
  'KCP-223: each of 50 identities gets exactly those of 200 units that the library allows it',
  { timeout: 1_800_000 },
  async () => {
    const units = manyUnits(unitCount)
    const ports = { ...units.ports, receipts: memoryReceipts() }
    const world: DoorWorld = { ...units, ports, open: (options) => units.open({ ...options, ports }) }
    const clients = identities.map((requester, i) => ({ tokenSha256: sha256Of(`t${i}`), requester }))
    const { get } = await httpWorld({ clients, limits: { atOnce: 1000 } }, world)
    const library = await world.open()
    const seen = { given: 0, refused: 0 }
    for (const [i, requester] of identities.entries()) {
      const own = library.forRequester(requester)
      const wrong: string[] = []
      await Promise.all(
        Array.from({ length: unitCount }, async (_, unit) => {
          const ref = `unit:harbor/u${unit}`
          const { verdict } = await own.explain(ref)
          const response = await get(`/v1/activate?name=${ref}`, bearer(`t${i}`))
          const text = await response.text()
          const isGiven = response.status === 200 && text.includes(`CONTENT-${unit}-END`)
          const others = [...text.matchAll(/CONTENT-(\d+)-END/g)].filter(([, number]) => number !== String(unit))
          seen[isGiven ? 'given' : 'refused']++
          if (isGiven !== (verdict === 'allow') || others.length > 0 || (!isGiven && text.includes('CONTENT')))
            wrong.push(`${ref}: ${verdict}, ${response.status}`)
        }),
      )
      expect([i, wrong]).toEqual([i, []])
    }
    expect(seen.given).toBeGreaterThan(2000)
    expect(seen.refused).toBeGreaterThan(2000)
  },
)
