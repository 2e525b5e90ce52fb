import type { Decision } from '../model/decision.ts'

/** Sentences that must accompany what a decision lets pass, such as that a pack is stale. */
export function notesOf({ reasons }: Decision): readonly string[] {
  return reasons.filter(({ obligations }) => obligations?.includes('note')).map(({ sentence }) => sentence)
}
