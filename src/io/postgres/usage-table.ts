import type { RequestLimits } from '../../model/effective.ts'
import type { Usage } from '../../model/ports.ts'
import type { Database, TransactionSql } from './connect.ts'

const minute = 60_000
const day = 24 * 60 * minute

interface Used {
  /** UTC. */
  readonly day: string
  readonly requests: number
  /** Milliseconds, of the last minute at least. */
  readonly recent: readonly number[]
}

/**
 * Requests of all servers. A request is counted by one statement that checks the limits, so two servers never take the last one
 * both. What a decision is made with is what this server saw last; `take` is asked before anything is released.
 */
export function usageTable(database: Database): Usage {
  const known = new Map<string, Used>()
  const limits = new Map<string, RequestLimits>()
  return {
    count(ref, now, declared) {
      if (declared) limits.set(ref, declared)
      const used = known.get(ref)
      return {
        minute: used?.recent.filter((time) => time > now.getTime() - minute).length ?? 0,
        day: used?.day === dayOf(now) ? used.requests : 0,
      }
    },
    note: (ref, now) => void known.set(ref, withOne(known.get(ref), now)),
    async take(refs, now) {
      // In one order, so that servers wait for each other and never in a circle.
      const limited = refs.filter((ref) => limits.has(ref)).sort()
      if (limited.length === 0) return true
      const taken = new Map<string, Used>()
      try {
        await database.sql.begin(async (tx) => {
          for (const ref of limited) {
            const used = await takeOne(tx, { ref, now, limits: limits.get(ref) ?? {} })
            taken.set(ref, used.counts)
            if (!used.ok) throw new Exceeded()
          }
        })
      } catch (error) {
        if (!(error instanceof Exceeded)) throw database.trouble(error)
        const last = [...taken].at(-1)
        if (last) known.set(...last)
        return false
      }
      for (const [ref, used] of taken) known.set(ref, used)
      return true
    },
  }
}

class Exceeded extends Error {}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const withOne = (used: Used | undefined, now: Date): Used => ({
  day: dayOf(now),
  requests: used?.day === dayOf(now) ? used.requests + 1 : 1,
  recent: [...(used?.recent ?? []), now.getTime()],
})

interface Asked {
  readonly ref: string
  readonly now: Date
  readonly limits: RequestLimits
}

async function takeOne(
  tx: TransactionSql,
  { ref, now, limits: { requestsPerMinute, requestsPerHour = Infinity, requestsPerDay = Infinity } }: Asked,
): Promise<{ readonly ok: boolean; readonly counts: Used }> {
  const [time, today] = [now.getTime(), dayOf(now)]
  const before = await recentOf(tx, ref, dayOf(new Date(time - day)), time)
  // Hours are not counted here: a limit for the hour holds for the day.
  const perDay = Math.min(requestsPerDay, requestsPerHour, Number.MAX_SAFE_INTEGER)
  const perMinute = requestsPerMinute ?? Number.MAX_SAFE_INTEGER
  const left = perMinute - before.length
  const rows =
    left <= 0 || perDay <= 0
      ? []
      : await tx<{ requests: string; recent: number[] }[]>`
        insert into lorefence.usage as used (ref, day, requests, recent)
        values (${ref}, ${today}::date, 1, array[${time}::float8])
        on conflict (ref, day) do update set requests = used.requests + 1,
          recent = array(select past from unnest(used.recent) past where past > ${time}::float8 - ${minute}
            order by past desc limit ${Math.min(requestsPerMinute ?? 0, 1e6)}) || ${time}::float8
        where used.requests < ${perDay} and ${left} >
          (select count(*) from unnest(used.recent) past where past > ${time}::float8 - ${minute})
        returning requests, recent`
  const [row] = rows
  if (row)
    return { ok: true, counts: { day: today, requests: Number(row.requests), recent: [...before, ...row.recent] } }
  const [found] = await tx<{ requests: string; recent: number[] }[]>`
    select requests, recent from lorefence.usage where ref = ${ref} and day = ${today}::date`
  return {
    ok: false,
    counts: { day: today, requests: Number(found?.requests ?? 0), recent: [...before, ...(found?.recent ?? [])] },
  }
}

/** The minute before midnight belongs to the first minute of a day. */
async function recentOf(tx: TransactionSql, ref: string, before: string, time: number): Promise<readonly number[]> {
  if (time % day >= minute) return []
  const [found] = await tx<{ recent: number[] }[]>`
    select recent from lorefence.usage where ref = ${ref} and day = ${before}::date`
  return (found?.recent ?? []).filter((past) => past > time - minute)
}
