import { findNamed } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ReadRequest, ReadResult } from '../../model/reading/read.ts'
import { diagnose } from '../../parse/diagnose.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { recordRelease, type ReleaseDraft, type PreparedRelease } from '../shared/record-release.ts'
import { noteSpans, type KnownSpans } from './session-spans.ts'

/** A request that may repeat an earlier one. */
export interface Repeatable extends ReadRequest {
  /** The budget was not requested; it is only an upper limit. */
  readonly isCeiling?: boolean
  /** The repeated receipt. */
  readonly replayOf?: string
  /** Texts that count as already returned, instead of those of the session. */
  readonly known?: KnownSpans
}

export type PreparedRead = PreparedRelease<Omit<ReadResult, 'receipt'>>

/** The request in a receipt. Names become refs, since a record must not contain paths of this machine. */
export function requestFacts(
  catalog: Catalog,
  { task, also, after, packs, activation, evidence, session, trace, replayOf }: Repeatable,
): Pick<
  ReleaseDraft,
  'activation' | 'task' | 'also' | 'after' | 'withEvidence' | 'named' | 'session' | 'trace' | 'replayOf'
> {
  return {
    activation: activation ?? (packs ? 'explicit' : 'resolver-driven'),
    task,
    ...(also ? { also } : {}),
    ...(after === undefined ? {} : { after }),
    ...(evidence ? { withEvidence: true as const } : {}),
    ...(packs ? { named: packs.flatMap((name) => findNamed(catalog, name)?.ref ?? []) } : {}),
    ...(session === undefined ? {} : { session }),
    ...(trace ? { trace } : {}),
    ...(replayOf === undefined ? {} : { replayOf }),
  }
}

/** Records an answer, then releases it. */
export async function releaseRead({ handout, result, now }: PreparedRead, reader: Reader): Promise<ReadResult> {
  const { receipts, sessions } = reader.ports
  const receipt = await recordRelease(handout, reader, now)
  if (handout.session !== undefined) await noteSpans(sessions, handout.session, receipt.spans)
  const forgetful = receipts.durable
    ? []
    : diagnose([{ code: 'RUN604', message: 'Receipts are kept in memory; they are lost when this process ends.' }], {
        file: '',
        text: '',
      })
  return { ...result, warnings: [...result.warnings, ...forgetful], receipt }
}
