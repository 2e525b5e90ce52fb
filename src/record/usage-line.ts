import type { ReadResult } from '../model/reading/read.ts'
import { warningsOn, type ActivatedPack } from './context-run.ts'

/** The usage of a pack as the guide specifies it: these ten keys and no more (AK-207). */
export interface UsageLine {
  readonly pack: string
  /** Version of the pack itself (AK-208). */
  readonly version: string
  readonly status: string
  readonly profile: string
  readonly runtime_mode: string
  readonly selected_files: readonly string[]
  readonly grounding: string
  readonly citation_gaps: readonly string[]
  readonly warnings: readonly string[]
  readonly timestamp: string
}

/**
 * One line per pack in the release, or one line without a pack (AK-223); names and paths only, never content (AK-211).
 */
export function usageLines(
  { excerpts, citationGaps, receipt }: ReadResult,
  packs: readonly ActivatedPack[],
): readonly UsageLine[] {
  const timestamp = receipt.time.replace(/\.\d+Z$/, 'Z')
  if (packs.length === 0) return [{ ...nothing, timestamp }]
  return packs.map(({ ref, pack }) => ({
    pack: pack.name,
    version: pack.head.version ?? '',
    status: pack.status,
    profile: pack.profile,
    runtime_mode: pack.mode,
    selected_files: [...new Set(excerpts.filter((excerpt) => excerpt.ref === ref).map(({ path }) => path))],
    grounding: pack.grounding ?? 'none',
    citation_gaps: citationGaps
      .filter((gap) => gap.ref === ref)
      .map(({ path, section }) => (section === '' ? path : `${path}#${section}`)),
    // A gap has its own key, and a hint is not a warning.
    warnings: warningsOn({ ref, pack }, receipt)
      .filter(({ severity }) => severity !== 'info')
      .map(({ message }) => message),
    timestamp,
  }))
}

const nothing = {
  pack: '',
  version: '',
  status: '',
  profile: '',
  runtime_mode: '',
  selected_files: [],
  grounding: 'none',
  citation_gaps: [],
  warnings: ['No pack was used.'],
} as const
