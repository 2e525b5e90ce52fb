import type { Pack } from '../../model/documents/pack.ts'
import { namesNoSource, type UntraceableLine } from './compile-facts.ts'
import type { CompileFinding } from './gates.ts'
import type { PlannedFile } from './plan-outputs.ts'

export interface RunFacts {
  readonly runId: string
  readonly trigger: 'manual' | 'source-change' | 'migration'
  readonly tool: { readonly tool: string; readonly version: string }
  readonly pack: Pack | undefined
  /** Files that were read, with the SHA-256 of their bytes in hexadecimal. */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[]
  readonly files: readonly PlannedFile[]
  readonly gates: readonly CompileFinding[]
  readonly untraceable: readonly UntraceableLine[]
  readonly suggested: 'disputed' | 'stale' | 'needs-review' | undefined
}

/** The compile record of a run, by the schema of the standard (AK-324). */
export function compileRun(facts: RunFacts): object {
  const { runId, trigger, tool, pack, inputs, files, gates, untraceable, suggested } = facts
  const diagnostics = [
    ...gates.map(({ diagnostic: { severity, where, message } }) => ({ severity, path: where.file, message })),
    ...files.flatMap(({ path, reason }) =>
      reason === undefined ? [] : [{ severity: 'warning', path, message: reason }],
    ),
    ...untraceableFindings(untraceable),
  ]
  const kept = files.some(({ operation }) => operation === 'kept')
  const reasons = [...new Set(gates.map(({ gate }) => gate)), ...(kept ? ['files that were kept'] : [])]
  const primary = pack?.head.metadata?.primaryDocument
  return {
    run_id: runId,
    trigger,
    status: suggested ?? (kept ? 'needs-review' : 'passed'),
    inputs,
    outputs: files.map(({ path, operation }) => ({ path, operation: operation === 'kept' ? 'unchanged' : operation })),
    compiler: tool,
    diagnostics,
    review: { required: reasons.length > 0, ...(reasons.length > 0 ? { reason: reasons.join(', ') } : {}) },
    ...(pack ? { profile: pack.profile, runtime_mode: pack.mode } : {}),
    ...(primary === undefined ? {} : { primary_document: primary }),
  }
}

/** A source that cannot be found is a finding of its line; how many statements name none, one of their document. */
function untraceableFindings(lines: readonly UntraceableLine[]): readonly object[] {
  const unsourced = new Map<string, number>()
  for (const { path, reason } of lines)
    if (reason === namesNoSource) unsourced.set(path, (unsourced.get(path) ?? 0) + 1)
  return [
    ...lines
      .filter(({ reason }) => reason !== namesNoSource)
      .map(({ path, line, reason }) => ({ severity: 'info', path, message: `Line ${line}: ${reason}` })),
    ...[...unsourced].map(([path, count]) => ({
      severity: 'info',
      path,
      message: count === 1 ? 'One statement names no source.' : `${count} statements name no source.`,
    })),
  ]
}
