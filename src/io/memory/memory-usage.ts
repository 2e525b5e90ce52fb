import type { Usage } from '../../model/ports.ts'

const minute = 60_000
const hour = 60 * minute

/** Requests of this process: a rolling minute and hour, and the UTC day (KCP §4.15). */
export function memoryUsage(): Usage {
  const times = new Map<string, number[]>()
  const today = (ref: string, now: Date): number[] => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
    const kept = (times.get(ref) ?? []).filter((time) => time >= Math.min(start, now.getTime() - hour))
    times.set(ref, kept)
    return kept
  }
  return {
    count(ref, now) {
      const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
      const kept = today(ref, now)
      return {
        minute: kept.filter((time) => time > now.getTime() - minute).length,
        day: kept.filter((time) => time >= start).length,
      }
    },
    hour: (ref, now) => today(ref, now).filter((time) => time > now.getTime() - hour).length,
    note: (ref, now) => void today(ref, now).push(now.getTime()),
  }
}
