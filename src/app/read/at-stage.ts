import { nextTurn } from '../../io/process/next-turn.ts'
import type { ReadRequest, ReadStage } from '../../model/reading/read.ts'

/** A read can be cancelled between two stages; then nothing more is opened, recorded or released. */
export async function atStage(
  { signal, onStage }: Pick<ReadRequest, 'signal' | 'onStage'>,
  stage: ReadStage,
): Promise<void> {
  if (!signal && !onStage) return
  await onStage?.(stage)
  // Lets a pending cancellation arrive.
  await nextTurn()
  signal?.throwIfAborted()
}
