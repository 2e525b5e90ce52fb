import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackDescription } from './describe-pack.ts'

/** The minimum record that clients keep of a pack (AK-088). What was not given is absent; what is required is `null` then. */
export interface CatalogMetadata {
  readonly name: string | null
  readonly description: string | null
  readonly type: string | null
  readonly status: string | null
  /** As the pack claims it; only a grant opens a gate. */
  readonly trust?: string
  readonly profile: string
  readonly profile_source: 'declared' | 'default'
  readonly runtime: { readonly mode: string }
  readonly version?: string
  readonly language?: string
  readonly grounding?: string
  readonly scope?: string
  readonly compatibility?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly location: string
  readonly packRoot: string
  readonly diagnostics: readonly Diagnostic[]
}

export function catalogMetadata({ head, location, packRoot, diagnostics }: PackDescription): CatalogMetadata {
  const { name = null, description = null, type = null, status = null, trust, profile, runtime, version, language, grounding, ownership, compatibility } = head
  const metadata = metadataOf(head.metadata)
  return {
    name,
    description,
    type,
    status,
    ...given({ trust }),
    profile: profile ?? 'wiki-first',
    profile_source: profile === undefined ? 'default' : 'declared',
    runtime: { mode: runtime?.mode ?? 'data' },
    ...given({ version, language, grounding, scope: ownership, compatibility }),
    ...given({ metadata }),
    location,
    packRoot,
    diagnostics,
  }
}

/** Primary files and provenance; keys of other clients are theirs. */
function metadataOf(metadata: PackDescription['head']['metadata']): Readonly<Record<string, unknown>> | undefined {
  if (metadata === undefined) return undefined
  const { primaryDocument, primaryOntology, primaryAnswers, producedBy } = metadata
  const known = given({ primaryDocument, primaryOntology, primaryAnswers, producedBy })
  return Object.keys(known).length === 0 ? undefined : known
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

function given<T extends Record<string, unknown>>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
