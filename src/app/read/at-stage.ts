import { nextTurn } from '../../io/next-turn.ts'
import type { ReadRequest, ReadStage } from '../../model/read.ts'

/** Between two stages a read can be called off; then nothing more is opened, recorded or released. */
export async function atStage(
  { signal, onStage }: Pick<ReadRequest, 'signal' | 'onStage'>,
  stage: ReadStage,
): Promise<void> {
  if (!signal && !onStage) return
  await onStage?.(stage)
  // Whoever calls it off has to be heard first.
  await nextTurn()
  signal?.throwIfAborted()
}
