import { looseText } from '../../parse/records/loose-records.ts'
import type { CitationGap } from '../../model/reading/read.ts'
import { parseReference } from '../../text/facts/anchors.ts'
import { isPlainWord, plainPath } from '../../text/messages/plain-names.ts'
import type { Citations, Notice } from '../grounding/citations.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import type { Pick } from '../pick.ts'
import { gapOf, nameOfKind, recordAt, type PlacedRecord } from './placed-records.ts'
import { recordGraph } from './record-graph.ts'
import { supportTexts } from './record-state.ts'

const recordsIn = ({ source, stretches }: Pick): readonly PlacedRecord[] => [
  ...new Set(stretches.flatMap((stretch) => recordAt(source, stretch) ?? [])),
]

/**
 * What a reader must know of the records: which are forbidden or unsettled, and that citation targets are only
 * candidates.
 */
export function recordNotices(pick: Pick, pack: OpenPack): readonly Notice[] {
  const { ref, path } = pick.source
  const graph = recordGraph(pack)
  const notice = (message: string): Notice => ({ code: 'AK806', ref, path, message })
  return recordsIn(pick).flatMap((record) => {
    const { because } = graph.stateOf(record)
    // A citation target does not prove that anybody cites it (AK-290).
    if (record.kind === 'citation-target')
      return [notice(`${plainPath(path)} lists citation candidates. Nobody has checked what they say.`)]
    const { id = '' } = record
    const subject = isPlainWord(id) ? `The ${nameOfKind(record)} "${id}"` : `A record of kind "${nameOfKind(record)}"`
    return because === undefined ? [] : [notice(`${subject} in ${plainPath(path)} ${because}.`)]
  })
}

/** Claims that rest on nothing, or only on observations (AK-280, AK-291). */
export function recordGaps(pick: Pick, pack: OpenPack): readonly CitationGap[] {
  const graph = recordGraph(pack)
  return recordsIn(pick)
    .filter((record) => graph.stateOf(record).isUnsupported)
    .map(gapOf)
}

export const recordCitations = (pick: Pick, pack: OpenPack): Citations => ({
  exact: [...new Set(recordsIn(pick).flatMap((record) => sourcesOfRecord(record, pack)))],
  ofSection: [],
})

/** Its own sources, and those of the evidence and targets that it names; ids and titles are not sources. */
export function sourcesOfRecord(record: PlacedRecord, pack: OpenPack): readonly string[] {
  const evidence = recordGraph(pack)
    .mentioned(record)
    .filter(({ kind }) => kind === 'evidence' || kind === 'citation-target')
    .flatMap(({ fields }) => looseText(fields, 'sourceRef', 'source', 'path', 'anchor') ?? [])
  return [...supportTexts(record), ...evidence].flatMap((written) => {
    const reference = written.includes('/') || written.includes('.') ? parseReference(written) : undefined
    return reference ? [reference.text] : []
  })
}
