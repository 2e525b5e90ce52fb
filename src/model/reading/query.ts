import type { Diagnostic } from '../codes/diagnostic.ts'
import type { ReadOf } from '../tables/fields.ts'
import type { GateOmissionReason } from './read.ts'
import type { Receipt } from '../records/receipt.ts'
import type { queryFields } from '../tables/query-fields.ts'
import type { Sensitivity } from '../tables/vocabulary.ts'

/** A request as callers write it (KCP §15.2). Every field is optional; `limit` and those after it are ours. */
export interface QueryRequest {
  readonly terms?: readonly string[]
  readonly audience?: string
  readonly scope?: string
  readonly sensitivity_max?: Sensitivity
  readonly max_token_budget?: number
  readonly include_summaries?: boolean
  readonly exclude_deprecated?: boolean
  readonly has_capabilities?: readonly string[]
  readonly exclude_stale?: boolean
  readonly federation_scope?: string
  readonly limit?: number
  readonly agent_role?: string
  readonly environment?: string
  readonly as_of?: string
  readonly include_all_temporal?: boolean
  readonly unknown_sensitivity?: 'include' | 'exclude'
}

/** A request that was read. */
export type Query = ReadOf<typeof queryFields>

export const matchReasons = ['trigger', 'intent', 'id', 'path'] as const
export type MatchReason = (typeof matchReasons)[number]

/** The seven fields of KCP §15.3, then ours. */
export interface QueryResult {
  readonly unit_id: string
  readonly score: number
  readonly path: string
  readonly token_estimate: number | null
  readonly summary_unit: string | null
  readonly match_reason: readonly MatchReason[]
  readonly source_manifest: string | null
  readonly ref: string
  /** `null`: nothing declares it, which is unknown and not public (KCP §4.12). */
  readonly sensitivity: Sensitivity | null
  /** File or URL of the manifest, which `path` is relative to, where it is known. */
  readonly manifest?: string
  /** The unit that did not fit; score and reasons are its own. */
  readonly substituted_for?: string
  readonly superseded_by?: string
  /** Units that contradict this one (KCP §5). */
  readonly conflicts_with?: readonly string[]
  /** Units whose discovery contradicts that of this one (KCP §4.18). */
  readonly discovery_conflict?: readonly string[]
  /** When the unit is valid, if declared (KCP §4.22). */
  readonly temporal?: {
    readonly valid_from?: string
    readonly valid_until?: string
    readonly recorded_at?: string
    readonly superseded_by?: string
  }
  /** Why the unit may be the wrong one: its author excludes this task, or it is not valid today. */
  readonly caution?: string
  /** The alias that the terms are (KCP §4.2a); `unit_id` is the canonical id. */
  readonly matched_alias?: string
  /** For a unit whose text needs approval: its kind and purpose; nothing in it is run (KCP §16.3). */
  readonly kind?: string
  readonly intent?: string
  readonly invocation?: 'explicit'
  /** Only an attested agent may have it (KCP §3.2). */
  readonly requires_attestation?: true
  /** The declared action scope of a skill or playbook, as written (KCP §4.3a). */
  readonly action_scope?: unknown
  /** Loaded only when named (KCP §4.10). */
  readonly load?: 'explicit'
  /** Relations to units of declared manifests, between refs (KCP §3.6). */
  readonly related?: readonly { readonly type: string; readonly from: string; readonly to: string }[]
  /** Ids of declared manifests with a dependency that is not available: an answer from this unit is incomplete. */
  readonly degraded?: readonly string[]
}

/** Why the request itself excludes a unit. */
export type QueryExclusion =
  | 'duplicate-id'
  | 'scope'
  | 'audience'
  | 'deprecated'
  | 'stale'
  | 'sensitivity'
  | 'sensitivity-unknown'
  | 'authority'
  | 'capability'
  | 'not-for'
  | 'temporal'
  | 'superseded'

/** The filters of the request, its budget and limit, then grants and gates. */
export type QueryOmissionReason = QueryExclusion | 'limit' | 'budget' | GateOmissionReason

export interface QueryOmission {
  readonly ref: string
  /** `null` where a whole manifest was omitted. */
  readonly unit_id: string | null
  readonly source_manifest: string | null
  readonly reason: QueryOmissionReason
  /** Code of the gate that asks or refuses. */
  readonly code?: string
  readonly detail: string
  /** Ref of another granted entry that names it and has changed, is missing or cannot be used. */
  readonly closed_by?: string
  /** How many manifests it represents; absent means one. */
  readonly count?: number
}

export interface QueryResponse {
  readonly results: readonly QueryResult[]
  /** Units that matched and passed every filter, before budget and limit. */
  readonly total: number
  /** Matches that were refused, and the 20 nearest other omissions. */
  readonly omitted: readonly QueryOmission[]
  /** Number of omissions by reason. */
  readonly omitted_counts: Readonly<Partial<Record<QueryOmissionReason, number>>>
  /** Manifests that exclude this task by their own declaration (KCP §3.10); nothing is omitted because of it. */
  readonly cautions?: readonly string[]
  /** An error among them means that the query was not run. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The response of opened knowledge, after the gates decided. */
export interface QueryAnswer extends QueryResponse {
  /** Absent when the query was not run. */
  readonly receipt?: Receipt
}
