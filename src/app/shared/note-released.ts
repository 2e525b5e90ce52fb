import type { Ports } from '../../model/ports.ts'

/** Counts each unit whose content is released, once, for the rate limits of its manifest (KCP §4.15). */
export function noteReleased({ usage }: Pick<Ports, 'usage'>, refs: readonly string[], now: Date): void {
  for (const ref of new Set(refs)) if (ref.startsWith('unit:')) usage.note(ref, now)
}
