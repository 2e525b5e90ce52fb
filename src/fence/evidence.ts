import type { Fenced } from '../model/brands.ts'
import { envelope, fenced } from './envelope.ts'
import { remarkLines, sectionsText, type Remarks, type FencedSection } from './sections.ts'
import { dataSentenceFor } from './sentences.ts'

/** The evidence for a claim or a section: the cited places and their text. */
export interface EvidenceContext extends Remarks {
  /** Ref of the pack or unit it belongs to. */
  readonly ref: string
  readonly attributes?: Readonly<Record<string, string | undefined>>
  readonly sections: readonly FencedSection[]
}

export function fenceEvidence(contexts: readonly EvidenceContext[]): Fenced {
  return fenced(
    contexts.map(({ ref, attributes = {}, sections, ...remarks }) =>
      envelope('knowledge_evidence', [['ref', ref], ...Object.entries(attributes)], {
        header: [dataSentenceFor('data'), ...remarkLines(remarks)],
        body: sectionsText(sections),
      }),
    ),
  )
}
