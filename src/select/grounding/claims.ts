import type { Span } from '../../model/codes/diagnostic.ts'
import type { ClaimEntry } from '../../model/reading/evidence.ts'
import type { Files } from '../../model/ports.ts'
import { evidenceStatusOf, reviewStatusOf } from '../../parse/records/record-status.ts'
import { indexLines } from '../../text/positions/lines.ts'
import { anchoredPick } from './anchored.ts'
import { citationsOf } from './citations.ts'
import { packRecords } from '../packs/pack-records.ts'
import { pickAt, type Pick } from '../pick.ts'
import type { OpenPack, Visit } from '../packs/pack-texts.ts'
import { sourcesOfRecord } from '../records/record-notices.ts'
import { recordGraph } from '../records/record-graph.ts'
import type { Source } from '../texts/source.ts'
import { claimRecordsIn, sectionsOf } from '../texts/structure.ts'

/** A claim and its place in a file of the pack. */
export interface KnownClaim extends ClaimEntry {
  readonly stated?: Pick
}

/**
 * The claims of a source map, then those recorded in files line by line (AK-252), then those of an ontology. Text of
 * the map is never shown.
 */
export function packClaims(files: Files, pack: OpenPack): readonly KnownClaim[] {
  const mapped = packRecords(files, pack).claims.map(
    ({ claimId, index, status, reference, compiledInto = [] }): KnownClaim => ({
      id: claimId ?? `claims[${index}]`,
      status: status ?? 'source-required',
      ...(reference ? { source: reference.text } : {}),
      statedIn: compiledInto,
    }),
  )
  const paths = pack.layers.flatMap((layer) => layer.paths)
  return [...mapped, ...paths.flatMap((path) => recordedIn(pack, path)), ...ontologyClaims(pack)]
}

function ontologyClaims(pack: OpenPack): readonly KnownClaim[] {
  const graph = recordGraph(pack)
  return graph.records
    .filter(({ kind }) => kind === 'claim')
    .map((claim) => {
      const { source, span, headings } = claim
      const { use } = graph.stateOf(claim)
      const isQuoted = use === 'usable' || use === 'with-warning'
      const [from] = sourcesOfRecord(claim, pack)
      return {
        id: claim.id ?? claim.pointer,
        status: evidenceStatusOf(claim) ?? reviewStatusOf(claim) ?? 'source-required',
        ...(from === undefined ? {} : { source: from }),
        statedIn: [source.path],
        ...(isQuoted ? { stated: statedAt(source, span, headings) } : {}),
      }
    })
}

function recordedIn(pack: OpenPack, path: string): readonly KnownClaim[] {
  const source = pack.source(path)
  if (!source || source.format === 'records') return []
  const lines = indexLines(source.text)
  return claimRecordsIn(source).map(({ status, source: from, updated, span }) => {
    const headings = sectionsOf(source).findLast(({ start }) => start <= span.start)?.headings ?? []
    return {
      id: `${path}:${lines.position(span.start).line}`,
      status: status ?? 'source-required',
      ...(from ? { source: from.text } : {}),
      ...(updated === undefined ? {} : { updated }),
      statedIn: [path],
      stated: statedAt(source, span, headings),
    }
  })
}

const statedAt = (source: Source, span: Span, headings: readonly string[]): Pick =>
  pickAt(source, span, { headings, why: 'It records the claim.' })

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
