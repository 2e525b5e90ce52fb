import { expect, test } from 'vitest'
import { parseManifest, query, type Manifest } from '../../src/app/index.ts'
import { naiveQuery } from '../support/naive-query.ts'
import { Dice, randomManifest, randomRequest } from '../support/random-queries.ts'

const today = '2026-05-06'

function manifestFrom(dice: Dice, project: string): Manifest {
  const { manifest, diagnostics } = parseManifest(randomManifest(dice, project), { file: 'knowledge.yaml' })
  if (!manifest) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return manifest
}

test('KCP-255: the indexed engine gives what the naive rule gives, in 100,000 random cases', () => {
  const dice = new Dice(15)
  let found = 0
  for (let round = 0; round < 1000; round++) {
    const manifests = [manifestFrom(dice, 'harbor'), ...(round % 4 === 0 ? [manifestFrom(dice, 'quay')] : [])]
    const texts = manifests.flatMap(({ units }) =>
      units.flatMap(({ id, path, intent, triggers = [] }) => [id, path, intent, ...triggers]),
    )
    const naive = naiveQuery(manifests, today)
    const sources = manifests.map((manifest) => ({ manifest, source: null }))
    for (let i = 0; i < 100; i++) {
      const request = { ...randomRequest(dice, texts), as_of: today }
      const { results, total } = query(sources, request, {})
      const given = results.map(({ unit_id: id, path, score, match_reason: reasons, substituted_for: instead }) => [
        id,
        path,
        score,
        reasons,
        instead,
      ])
      const expected = naive(request)
      if (total !== expected.total || JSON.stringify(given) !== JSON.stringify(expected.results))
        expect({ round, i, request, total, results: given }).toEqual({ round, i, request, ...expected })
      found += given.length
    }
  }
  // The cases are about something.
  expect(found).toBeGreaterThan(100_000)
}, 60_000)
