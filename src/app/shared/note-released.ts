import type { Ports } from '../../model/ports.ts'

/** Counts each unit whose content is given out, once, for the limits that its manifest declares (KCP §4.15). What was refused or left is not counted. */
export function noteReleased({ usage }: Pick<Ports, 'usage'>, refs: readonly string[], now: Date): void {
  for (const ref of new Set(refs)) if (ref.startsWith('unit:')) usage.note(ref, now)
}
