import { entryId, type StoredEntry } from '../stores/keyed-files.ts'
import { entryStores, type StoreLine } from '../stores/store-lines.ts'
import type { Database, TransactionSql } from './connect.ts'

/** Everything that the tables keep, as it was at one moment. */
export async function* linesOfDatabase({ sql }: Database): AsyncGenerator<StoreLine> {
  const reserved = await sql.reserve()
  try {
    await reserved`begin isolation level repeatable read read only`
    for (const store of entryStores) {
      const rows = await reserved<{ entry: string }[]>`
        select entry::text from lorefence.${reserved(store)} where entry is not null order by id`
      for (const { entry } of rows) yield { kind: 'entry', store, entry: JSON.parse(entry) as StoredEntry<unknown> }
    }
    const sessions = await reserved<{ session: string; keys: string[]; digests: string[] }[]>`
      select session, array_agg(key order by key) as keys, array_agg(digest order by key) as digests
      from lorefence.sessions group by session order by session`
    for (const { session, keys, digests } of sessions)
      yield {
        kind: 'session',
        session,
        given: Object.fromEntries(keys.map((key, i) => [JSON.parse(key), digests[i] ?? ''])),
      }
    const usage = await reserved<{ ref: string; day: string; requests: string; recent: number[] }[]>`
      select ref, day::text, requests, recent from lorefence.usage order by day, ref collate "C"`
    for (const { ref, day, requests, recent } of usage)
      yield { kind: 'usage', ref, day, requests: Number(requests), times: recent }
    const segments = await reserved<{ name: string; head: string }[]>`
      select name, head from lorefence.segments order by name collate "C"`
    for (const { name, head } of segments) {
      const rows = await reserved<{ record: string }[]>`
        select record from lorefence.receipts where segment = ${name} order by line`
      yield { kind: 'segment', name, lines: [head, ...rows.map(({ record }) => record)] }
    }
    const heads = await reserved<{ segment: string; link: string }[]>`
      select segment, link from lorefence.heads order by segment, link`
    for (const { segment, link } of heads) yield { kind: 'head', segment, link }
    const [secret] = await reserved<{ key: string }[]>`select key from lorefence.secret`
    if (secret) yield { kind: 'secret', key: secret.key }
    await reserved`commit`
  } finally {
    reserved.release()
  }
}

/** Fills an empty database, in one transaction. */
export async function linesIntoDatabase({ sql, shown }: Database, lines: AsyncIterable<StoreLine>): Promise<void> {
  await sql.begin(async (tx) => {
    const used: string[] = []
    for (const table of [...entryStores, 'sessions', 'usage', 'segments'])
      if ((await tx`select from lorefence.${tx(table)} limit 1`).length > 0) used.push(table)
    if (used.length > 0) throw new Error(`${shown} is not empty (${used.join(', ')}); nothing was imported.`)
    for await (const line of lines) await store(tx, line)
  })
}

async function store(tx: TransactionSql, line: StoreLine): Promise<void> {
  switch (line.kind) {
    case 'entry':
      await tx`insert into lorefence.${tx(line.store)} (id, entry)
        values (${entryId(line.entry.key)}, ${JSON.stringify(line.entry)}::text::json)`
      return
    case 'session':
      await tx`insert into lorefence.sessions (session, key, digest)
        select ${line.session}, * from unnest(${Object.keys(line.given).map((key) => JSON.stringify(key))}::text[],
          ${Object.values(line.given)}::text[])`
      return
    case 'usage':
      await tx`insert into lorefence.usage (ref, day, requests, recent)
        values (${line.ref}, ${line.day}::date, ${line.requests}, ${[...line.times]}::float8[])`
      return
    case 'segment':
      await storeSegment(tx, line)
      return
    case 'head':
      await tx`insert into lorefence.heads (segment, link) values (${line.segment}, ${line.link})`
      return
    case 'secret':
      await tx`update lorefence.secret set key = ${line.key}`
  }
}

async function storeSegment(
  tx: TransactionSql,
  { name, lines: [head = '', ...records] }: Extract<StoreLine, { readonly kind: 'segment' }>,
): Promise<void> {
  const since = sinceOf(name)
  const month = `${since.slice(0, 7)}-01`
  await tx`insert into lorefence.segments (name, month, since, head) values (${name}, ${month}::date, ${since}, ${head})`
  await tx`insert into lorefence.receipts (month, segment, line, id, record)
    select ${month}::date, ${name}, * from unnest(${records.map((_record, i) => i + 1)}::int[],
      ${records.map(idOf)}::text[], ${records}::text[])`
}

/** Names begin with the time. */
function sinceOf(name: string): string {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-/.exec(name) ?? []
  return day === undefined ? '1970-01-01T00:00:00Z' : `${day}T${hour}:${minute}:${second}Z`
}

/** A damaged line is stored unchanged, so that verifying still finds it. */
function idOf(record: string): string {
  try {
    const { id } = JSON.parse(record) as { readonly id?: unknown }
    return typeof id === 'string' ? id : ''
  } catch {
    return ''
  }
}
