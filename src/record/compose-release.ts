import type { Allowed } from '../model/decisions/brands.ts'
import type { Decision, Obligation } from '../model/decisions/decision.ts'
import type { AuditEntry, Receipt, ReceiptSource, ReceiptSpan, ReceiptWarning } from '../model/records/receipt.ts'
import type { ActivationMode } from '../model/tables/vocabulary.ts'
import { digest } from '../text/bytes/digest.ts'
import type { Release } from './receipt.ts'
import { spanOf, type TraceContext } from './trace-context.ts'

/** What is about to be released, and to whom. */
export interface ReleaseInput extends Pick<
  Receipt,
  | 'kind'
  | 'refused'
  | 'activation'
  | 'task'
  | 'taskHash'
  | 'also'
  | 'after'
  | 'strength'
  | 'engine'
  | 'withEvidence'
  | 'named'
  | 'requester'
  | 'budget'
  | 'budgetAsked'
  | 'tokenizer'
  | 'version'
  | 'replayOf'
  | 'warnings'
  | 'claims'
  | 'citationGaps'
> {
  /** Decisions on every candidate. */
  readonly decisions: readonly Decision[]
  /** Entries whose text is in the release, in order. */
  readonly used: readonly Allowed[]
  readonly spans: readonly ReceiptSpan[]
  readonly sourceMaps?: ReadonlyMap<string, string>
  /** Refs that the caller named, if other entries were activated otherwise. */
  readonly explicit?: ReadonlySet<string>
  readonly fenced: string
  readonly session?: string
  readonly trace?: TraceContext
}

export interface ReleaseOptions {
  /** Id of the record. */
  readonly id: string
  /** Tasks are stored only as hashes, as on servers. */
  readonly hideTasks: boolean
  hide(text: string): string
}

/** The contents of a receipt, without anything that may not be logged. */
export function composeRelease(input: ReleaseInput, { id, hideTasks, hide }: ReleaseOptions): Release {
  const { decisions, used, spans, sourceMaps, explicit, fenced, session, trace, task, also, ...rest } = input
  const { warnings = [], claims = [], citationGaps = [], ...plain } = rest
  const unlogged = new Set(used.filter((entry) => restrictionsOf(entry).includes('no-logging')).map(({ ref }) => ref))
  const hidden = task !== '' && (hideTasks || unlogged.size > 0)
  const audit = auditOf(used, spans, { id, trace })
  const obligations = [...new Set(used.flatMap(obligationsOf))].sort()
  return {
    ...plain,
    task: hidden ? '' : task,
    ...(hidden ? { taskHash: hide(task) } : {}),
    ...(also && also.length > 0 && !hidden ? { also } : {}),
    decisions: recordedDecisions(decisions, new Map(used.map(({ ref, decision }) => [ref, decision]))),
    considered: countVerdicts(decisions),
    ...(obligations.length > 0 ? { obligations } : {}),
    sources: used.map((entry) => ({
      ...sourceOf(entry, sourceMaps),
      ...optional({ activation: explicit && modeOf(entry, explicit, input.activation) }),
    })),
    spans: spans.map((span) => (unlogged.has(span.ref) ? withoutWords(span) : span)),
    fencedDigest: digest(fenced),
    ...unlessEmpty({
      warnings: warnings.map((warning) => (unlogged.has(warning.ref ?? '') ? withoutMessage(warning) : warning)),
      claims: claims.filter(({ ref }) => !unlogged.has(ref)),
      citationGaps: citationGaps.filter(({ ref }) => !unlogged.has(ref)),
    }),
    ...(audit.length > 0 ? { audit } : {}),
    ...(session === undefined ? {} : { session: digest(session) }),
  }
}

/** A manifest may have ten thousand units, so units that were allowed but not used are only counted. */
function recordedDecisions(decisions: readonly Decision[], used: ReadonlyMap<string, Decision>): readonly Decision[] {
  return decisions.flatMap((decision) => {
    const own = used.get(decision.ref)
    if (own) return [own]
    return decision.verdict === 'allow'
      ? []
      : [{ ...decision, reasons: decision.reasons.filter(({ verdict }) => verdict !== 'allow') }]
  })
}

function countVerdicts(decisions: readonly Decision[]): {
  readonly allow: number
  readonly ask: number
  readonly deny: number
} {
  const counts = { allow: 0, ask: 0, deny: 0 }
  for (const { verdict } of decisions) counts[verdict]++
  return counts
}

const restrictionsOf = (entry: Allowed): readonly string[] => [
  ...((entry.kind === 'unit' ? entry.unit.compliance.restrictions?.value : undefined) ?? []),
  ...(entry.fileUnits?.restrictions ?? []),
]

const obligationsOf = ({ decision }: Allowed): readonly Obligation[] =>
  decision.reasons.flatMap(({ obligations }) => obligations ?? [])

function sourceOf(entry: Allowed, sourceMaps: ReleaseInput['sourceMaps']): ReceiptSource {
  const { ref } = entry
  if (entry.kind === 'unit') {
    const { from } = entry.unit.unit
    return { ref, ...optional({ version: entry.manifest.version, includedFrom: from?.url ?? from?.file }) }
  }
  const { status, profile, mode, head } = entry.pack
  return { ref, status, profile, mode, ...optional({ version: head.version, sourceMapDigest: sourceMaps?.get(ref) }) }
}

function optional<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>
  }
}

const modeOf = (entry: Allowed, explicit: ReadonlySet<string>, mode?: ActivationMode): ActivationMode | undefined =>
  explicit.has(entry.ref) ? 'explicit' : mode

/** Messages may quote values. */
const withoutMessage = ({ message: _message, ...warning }: ReceiptWarning): ReceiptWarning => warning

function unlessEmpty<T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>
}

/** Headings are content too. */
function withoutWords({ headings: _headings, citations: _citations, ...span }: ReceiptSpan): ReceiptSpan {
  return span
}

/**
 * One entry for each file of a unit whose publisher requires a log, a trace or a restriction (KCP §3.2, §3.4, §3.5).
 */
function auditOf(
  used: readonly Allowed[],
  spans: readonly ReceiptSpan[],
  { id, trace }: { readonly id: string; readonly trace: TraceContext | undefined },
): readonly AuditEntry[] {
  return used.flatMap((entry) => {
    const { ref } = entry
    const restrictions = restrictionsOf(entry)
    const obligations = [...new Set(obligationsOf(entry).filter((obligation) => obligation !== 'note'))]
    const mustTrace = obligations.includes('trace') || trace?.traceparent !== undefined
    if (restrictions.length === 0 && !obligations.includes('audit') && !obligations.includes('trace')) return []
    const paths = [...new Set(spans.filter((span) => span.ref === ref).map(({ path }) => path))]
    return paths.map((path) => ({
      ref,
      path,
      restrictions,
      obligations,
      ...(mustTrace ? spanOf(id, `${ref}\n${path}`, trace) : {}),
    }))
  })
}
