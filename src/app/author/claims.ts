import { placeIn } from '../../author/compile/source-place.ts'
import type { Files } from '../../model/ports.ts'
import { indexLines, type LineIndex } from '../../text/positions/lines.ts'
import { parseReference } from '../../text/facts/anchors.ts'
import { claimsIn, type PackClaim } from '../../validate/pack-facts/claims-in.ts'
import { tracedFacts } from '../../validate/pack-facts/trace-facts.ts'
import { openAuthoredPack, type AuthoredPack } from './authored-pack.ts'

/** A claim, and whether its source exists. */
export interface ListedClaim extends PackClaim {
  /** Why its source does not count. */
  readonly trouble?: string
}

interface ListedClaims {
  readonly pack: string | undefined
  readonly claims: readonly ListedClaim[]
}

/** Every claim of a pack; facts without a claim or a source have the state "source-required" (AK-252, AK-253). */
export function listClaims(files: Files, root: string): ListedClaims {
  const authored = openAuthoredPack(files, root)
  return { pack: authored.pack?.name, claims: claimsOf(authored) }
}

export function claimsOf({ folder }: AuthoredPack): readonly ListedClaim[] {
  const indexes = new Map<string, LineIndex>()
  const lineIn = (file: string, offset: number): number => {
    const index = indexes.get(file) ?? indexLines(folder.content(file) ?? '')
    indexes.set(file, index)
    return index.position(offset).line
  }
  const untraced = tracedFacts(folder)
    .filter(({ by }) => by === undefined)
    .map(({ file, fact }): ListedClaim => ({
      text: fact.text,
      status: 'source-required',
      path: file,
      line: lineIn(file, fact.span.start),
    }))
  const claims = claimsIn(folder).map((claim): ListedClaim => {
    const reference = claim.source === undefined ? undefined : parseReference(claim.source)
    const place = reference && placeIn(folder, claim.path, reference)
    if (claim.source === undefined) return { ...claim, trouble: 'It names no source.' }
    if (!place) return { ...claim, trouble: 'Its source cannot be read.' }
    return 'reason' in place ? { ...claim, trouble: place.reason } : claim
  })
  return [...claims, ...untraced]
}
