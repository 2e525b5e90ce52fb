import type { RequestLimits } from '../../model/documents/effective.ts'
import type { Usage } from '../../model/ports.ts'
import type { Database, TransactionSql } from './connect.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Used {
  /** UTC. */
  readonly day: string
  readonly requests: number
  /** Milliseconds, of the last minute at least; of the last hour where that is limited. */
  readonly recent: readonly number[]
}

/**
 * Requests of all servers. A request is counted by one statement that checks the limits, so two servers never take the
 * last one both. What a decision is made with is what this server saw last; `take` is asked before anything is
 * released.
 */
export function usageTable(database: Database): Usage {
  const known = new Map<string, Used>()
  const limits = new Map<string, RequestLimits>()
  return {
    count(ref, now, declared) {
      if (declared) limits.set(ref, declared)
      const used = known.get(ref)
      return { minute: within(used, now, minute), day: used?.day === dayOf(now) ? used.requests : 0 }
    },
    hour: (ref, now) => within(known.get(ref), now, hour),
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

const within = (used: Used | undefined, now: Date, span: number): number =>
  used?.recent.filter((time) => time > now.getTime() - span).length ?? 0

const withOne = (used: Used | undefined, now: Date): Used => ({
  day: dayOf(now),
  requests: used?.day === dayOf(now) ? used.requests + 1 : 1,
  recent: [...(used?.recent ?? []).filter((time) => time > now.getTime() - hour), now.getTime()],
})

interface Asked {
  readonly ref: string
  readonly now: Date
  readonly limits: RequestLimits
}

/** Where there is no limit. */
const most = Number.MAX_SAFE_INTEGER
/** How many request times are stored per ref. */
const mostTimes = 1e6

async function takeOne(
  tx: TransactionSql,
  { ref, now, limits: { requestsPerMinute, requestsPerHour, requestsPerDay = most } }: Asked,
): Promise<{ readonly ok: boolean; readonly counts: Used }> {
  const [time, today] = [now.getTime(), dayOf(now)]
  const span = requestsPerHour === undefined ? minute : hour
  const before = await beforeMidnight(tx, ref, { time, span })
  const leftInMinute = (requestsPerMinute ?? most) - before.filter((past) => past > time - minute).length
  const leftInHour = (requestsPerHour ?? most) - before.length
  const kept = Math.min(Math.max(requestsPerMinute ?? 0, requestsPerHour ?? 0), mostTimes)
  const rows =
    Math.min(leftInMinute, leftInHour, requestsPerDay) <= 0
      ? []
      : await tx<{ requests: string; recent: number[] }[]>`
        insert into lorefence.usage as used (ref, day, requests, recent)
        values (${ref}, ${today}::date, 1, array[${time}::float8])
        on conflict (ref, day) do update set requests = used.requests + 1,
          recent = array(select past from unnest(used.recent) past where past > ${time}::float8 - ${span}::float8
            order by past desc limit ${kept}) || ${time}::float8
        where used.requests < ${requestsPerDay}
          and ${leftInMinute} > (select count(*) from unnest(used.recent) past where past > ${time}::float8 - ${minute}::float8)
          and ${leftInHour} > (select count(*) from unnest(used.recent) past where past > ${time}::float8 - ${hour}::float8)
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

/** Times of the day before that belong to the first minute or hour of a day. */
async function beforeMidnight(
  tx: TransactionSql,
  ref: string,
  { time, span }: { readonly time: number; readonly span: number },
): Promise<readonly number[]> {
  if (time % day >= span) return []
  const [found] = await tx<{ recent: number[] }[]>`
    select recent from lorefence.usage where ref = ${ref} and day = ${dayOf(new Date(time - day))}::date`
  return (found?.recent ?? []).filter((past) => past > time - span)
}
