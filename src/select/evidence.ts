import type { Omission } from '../model/reading/read.ts'
import { anchoredPick } from './grounding/anchored.ts'
import type { Citations } from './grounding/citations.ts'
import { mergeSections, type Pick } from './pick.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import type { Passage } from './texts/source.ts'

export interface EvidenceLimits {
  count(text: string): number
  /** Passages of the raw sources of a pack for the task. */
  search(pack: OpenPack, budget: number): readonly Passage[]
  /** Tokens for all evidence. */
  readonly budget: number
  readonly omitted: Omission[]
}

/** The cited text of the picks, or, without citations, matches in the raw sources. Only on request (AK-258, AK-306). */
export function evidenceFor(
  packs: readonly OpenPack[],
  citations: ReadonlyMap<Pick, Citations>,
  { count, search, budget, omitted }: EvidenceLimits,
): readonly Pick[] {
  const pieces: Pick[] = []
  const seen = new Set<string>()
  let rest = budget
  for (const pack of packs) {
    const { ref } = pack.allowed
    const wanted = new Set(
      [...citations].flatMap(([pick, { exact, ofSection }]) =>
        pick.source.ref !== ref ? [] : exact.length > 0 ? exact : ofSection,
      ),
    )
    const found =
      wanted.size > 0
        ? [...wanted].map((written) => anchoredPick(pack, written, omitted)).filter((pick) => pick !== undefined)
        : searched(pack, search, rest)
    for (const piece of found) {
      const tokens = count(piece.text)
      const key = `${ref}\n${piece.source.path}\n${piece.stretches[0]?.start}\n${piece.stretches[0]?.end}`
      if (seen.has(key)) continue
      seen.add(key)
      if (tokens > rest)
        omitted.push({
          ref,
          path: piece.source.path,
          reason: 'budget',
          detail: `This evidence has ${tokens} tokens and does not fit.`,
        })
      else pieces.push({ ...piece, tokens })
      if (tokens <= rest) rest -= tokens
    }
  }
  return mergeSections(pieces, count)
}

const searched = (pack: OpenPack, search: EvidenceLimits['search'], budget: number): readonly Pick[] =>
  search(pack, budget).map((passage) => ({
    ...passage,
    reason: 'source-match',
    why: 'It has no citation; this is the best match in the raw sources.',
  }))
