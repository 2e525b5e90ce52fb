import { findNamed } from '../catalog/refs.ts'
import type { Catalog } from '../model/catalog.ts'
import type { ReadRequest, ReadResult } from '../model/read.ts'
import { diagnose } from '../parse/diagnose.ts'
import type { Reader } from './ask-gates.ts'
import { keepReceipt, type Handout } from './keep-receipt.ts'
import { noteReleased } from './note-released.ts'
import { noteSpans, type KnownSpans } from './session-spans.ts'

/** A request that may be the repetition of an earlier one. */
export interface Repeatable extends ReadRequest {
  /** The receipt that is repeated. */
  readonly replayOf?: string
  /** Texts that count as given before, instead of those of the session. */
  readonly known?: KnownSpans
}

/** An answer that nobody has seen yet. */
export interface PreparedRead {
  readonly handout: Handout
  readonly result: Omit<ReadResult, 'receipt'>
  readonly now: Date
}

/** What the receipt says of a request. Names become refs: a path of this machine has no place in a record. */
export function requestFacts(catalog: Catalog, { task, packs, activation, evidence, session, trace, replayOf }: Repeatable): Pick<Handout, 'activation' | 'task' | 'withEvidence' | 'named' | 'session' | 'trace' | 'replayOf'> {
  return {
    activation: packs ? 'explicit' : (activation ?? 'resolver-driven'),
    task,
    ...(evidence ? { withEvidence: true as const } : {}),
    ...(packs ? { named: packs.flatMap((name) => findNamed(catalog, name)?.ref ?? []) } : {}),
    ...(session === undefined ? {} : { session }),
    ...(trace ? { trace } : {}),
    ...(replayOf === undefined ? {} : { replayOf }),
  }
}

/** Records an answer, and only then gives it. */
export function releaseRead({ handout, result, now }: PreparedRead, reader: Reader): ReadResult {
  const { receipts, sessions } = reader.ports
  const receipt = keepReceipt(handout, reader, now)
  noteReleased(reader.ports, handout.used.map(({ ref }) => ref), now)
  if (handout.session !== undefined) noteSpans(sessions, handout.session, receipt.spans)
  const forgetful = receipts.durable ? [] : diagnose([{ code: 'RUN604', message: 'Receipts are kept in memory; when this process ends, nobody can show what was handed out.' }], { file: '', text: '' })
  return { ...result, warnings: [...result.warnings, ...forgetful], receipt }
}
