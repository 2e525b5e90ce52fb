import type { PackHead } from '../model/documents/pack.ts'

/** The frontmatter in a catalog (AK-088, AK-093, AK-094). Missing fields are absent, or `null` if they are required. */
export interface PackSummary {
  readonly name: string | null
  readonly description: string | null
  readonly type: string | null
  readonly status: string | null
  readonly profile: string
  readonly profile_source: 'declared' | 'default'
  readonly runtime: { readonly mode: string }
  readonly version?: string
  readonly language?: string
  readonly grounding?: string
  readonly compatibility?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

export function packSummary(head: PackHead): PackSummary {
  const {
    name = null,
    description = null,
    type = null,
    status = null,
    profile,
    runtime,
    version,
    language,
    grounding,
    compatibility,
  } = head
  return {
    name,
    description,
    type,
    status,
    profile: profile ?? 'wiki-first',
    profile_source: profile === undefined ? 'default' : 'declared',
    runtime: { mode: runtime?.mode ?? 'data' },
    ...given({ version, language, grounding, compatibility, metadata: metadataOf(head.metadata) }),
  }
}

/** Primary files and provenance, without keys of other clients. */
function metadataOf(metadata: PackHead['metadata']): Readonly<Record<string, unknown>> | undefined {
  if (metadata === undefined) return undefined
  const { primaryDocument, primaryOntology, primaryAnswers, producedBy } = metadata
  const known = given({ primaryDocument, primaryOntology, primaryAnswers, producedBy })
  return Object.keys(known).length === 0 ? undefined : known
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

export function given<T extends Record<string, unknown>>(values: T): Given<T> {
  const kept: { [K in keyof T]?: T[K] } = {}
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key]
  return kept as Given<T>
}
