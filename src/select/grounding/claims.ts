import type { ClaimEntry } from '../../model/evidence.ts'
import type { Files } from '../../model/ports.ts'
import { readClaimRecords } from '../../parse/records/claim-records.ts'
import { indexLines } from '../../text/lines.ts'
import { anchoredPick } from './anchored.ts'
import { citationsOf } from './citations.ts'
import { packRecords } from '../packs/pack-records.ts'
import type { Pick } from '../pick.ts'
import type { OpenPack, Visit } from '../packs/pack-texts.ts'
import { sectionsOf } from '../texts/structure.ts'

/** A claim, and its place in a file of the pack. */
export interface KnownClaim extends ClaimEntry {
  readonly stated?: Pick
}

/** The claims of a source map, then those recorded in files line by line (AK-252). Text of the map is never shown. */
export function packClaims(files: Files, pack: OpenPack): readonly KnownClaim[] {
  const mapped = packRecords(files, pack).claims.map(
    ({ claimId, index, status, reference, compiledInto = [] }): KnownClaim => ({
      id: claimId ?? `claims[${index}]`,
      status: status ?? 'source-required',
      ...(reference ? { source: reference.text } : {}),
      statedIn: compiledInto,
    }),
  )
  return [...mapped, ...pack.layers.flatMap(({ paths }) => paths).flatMap((path) => recordedIn(pack, path))]
}

function recordedIn(pack: OpenPack, path: string): readonly KnownClaim[] {
  const source = pack.source(path)
  if (!source) return []
  const lines = indexLines(source.text)
  return readClaimRecords(source.text).map(({ status, source: from, updated, span }) => {
    const headings = sectionsOf(source).findLast(({ start }) => start <= span.start)?.headings ?? []
    const text = source.text.slice(span.start, span.end)
    return {
      id: `${path}:${lines.position(span.start).line}`,
      status: status ?? 'source-required',
      ...(from ? { source: from.text } : {}),
      ...(updated === undefined ? {} : { updated }),
      statedIn: [path],
      stated: {
        source,
        headings,
        stretches: [span],
        text,
        tokens: 0,
        score: 0,
        matched: [],
        reason: 'anchor',
        why: 'It records the claim.',
      },
    }
  })
}

/** The sources of a section: its own citations and those of the source map. */
export function sectionAnchors(
  section: string,
  pack: OpenPack,
  { files, omitted }: Visit,
): readonly string[] | undefined {
  const pick = anchoredPick(pack, section, omitted)
  if (!pick) return undefined
  const { exact, ofSection } = citationsOf(pick, packRecords(files, pack))
  return [...exact, ...ofSection]
}
