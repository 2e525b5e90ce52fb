import { randomBytes } from 'node:crypto'
import { limits } from '../../model/limits.ts'
import type { Receipts } from '../../model/ports.ts'
import type { Receipt, SegmentAnchor } from '../../model/records/receipt.ts'
import { StoreTrouble } from '../../model/records/store-trouble.ts'
import { GatheredAppends, type Make } from '../receipts/gathered-appends.ts'
import { chained } from '../receipts/segment-writer.ts'
import { recordLine, segmentHead } from '../receipts/segment-lines.ts'
import { hashUnder } from '../stores/operator-key.ts'
import type { Database, TransactionSql } from './connect.ts'

/** As in files: a segment is closed at this size or age. */
const largest = 8 * 1024 * 1024
const longest = 24 * 60 * 60 * 1000

export interface ReceiptTableOptions {
  readonly keepDays?: number | undefined
  readonly segmentBytes?: number
  now?(): Date
}

/** Records in tables, one segment per server, so that chains of servers never mix. `secret` is the key of `hide`. */
export function receiptTable(database: Database, secret: string, options: ReceiptTableOptions = {}): Receipts {
  const { sql } = database
  const writer = new TableWriter(database, options)
  const appends = new GatheredAppends((makes) => writer.append(makes))
  return {
    durable: true,
    append: (make) => appends.append(make),
    async segments() {
      const rows = await sql<{ name: string }[]>`select name from lorefence.segments order by name collate "C"`
      return rows.map(({ name }) => name)
    },
    async segment(name) {
      const [found] = await sql<{ head: string }[]>`select head from lorefence.segments where name = ${name}`
      if (!found) return ''
      const rows = await sql<{ record: string }[]>`
        select record from lorefence.receipts where segment = ${name} order by line`
      return [found.head, ...rows.map(({ record }) => record)].map((line) => `${line}\n`).join('')
    },
    async find(id) {
      const [found] = await sql<{ record: string }[]>`
        select record from lorefence.receipts where id = ${id} order by month desc, segment desc limit 1`
      return found?.record
    },
    async heads() {
      const rows = await sql<SegmentAnchor[]>`select segment, link from lorefence.heads order by segment, link`
      return rows.map(({ segment, link }) => ({ segment, link }))
    },
    hide: (text) => hashUnder(secret, text),
  }
}

interface OpenSegment {
  readonly name: string
  readonly month: string
  readonly since: Date
  readonly lines: number
  readonly bytes: number
}

interface Batch {
  readonly segment: OpenSegment
  /** Absent unless the segment is new. */
  readonly head?: string
  /** The newest segment that its head records as expired. */
  readonly retired?: string | undefined
  readonly records: readonly Receipt[]
  readonly anchors: readonly SegmentAnchor[]
}

interface Written {
  readonly segment: OpenSegment
  readonly last: SegmentAnchor
}

/** Appends records to a segment that no other server writes to: all of a batch in one transaction, or none. */
class TableWriter {
  readonly #database: Database
  readonly #options: ReceiptTableOptions
  #segment: OpenSegment | undefined
  /** The last acknowledged record of this server. */
  #last: SegmentAnchor | undefined

  constructor(database: Database, options: ReceiptTableOptions) {
    this.#database = database
    this.#options = options
  }

  async append(makes: readonly Make[]): Promise<readonly Receipt[]> {
    const segment = this.#segment
    // After a failure it is unknown what was stored, so the chain continues in a new segment.
    this.#segment = undefined
    try {
      const batch =
        segment && !this.#isOver(segment) ? await this.#continued(segment, makes) : await this.#started(makes)
      // A write that took too long may still end: what it did then must not count.
      const written = await this.#database.within(this.#write(batch))
      this.#segment = written.segment
      this.#last = written.last
      // Not awaited; the next segment tries again.
      if (batch.head !== undefined) removeExpired(this.#database, batch.retired).catch(() => undefined)
      return batch.records
    } catch (error) {
      throw new StoreTrouble(
        `the receipt cannot be stored. What cannot be recorded is not released. ${this.#database.trouble(error).message}`,
        { cause: error },
      )
    }
  }

  #isOver({ bytes, since }: OpenSegment): boolean {
    return bytes >= (this.#options.segmentBytes ?? largest) || this.#now().getTime() - since.getTime() > longest
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date()
  }

  async #continued(segment: OpenSegment, makes: readonly Make[]): Promise<Batch> {
    const anchors = await this.#headsBeside(segment.name)
    return { segment, anchors, records: chained(makes, { lastLink: this.#last?.link ?? '', anchors }) }
  }

  async #started(makes: readonly Make[]): Promise<Batch> {
    const since = this.#now()
    const time = since.toISOString()
    const name = `${time.replaceAll(/[:.]/g, '-')}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`
    const retired = await this.#expired(since)
    const { line, link } = segmentHead(name, retired)
    const others = await this.#headsBeside(this.#last?.segment ?? '')
    const known = this.#last ? [...others, this.#last] : others
    const anchors = known.length > 0 ? known : await this.#newest()
    return {
      segment: { name, month: `${time.slice(0, 7)}-01`, since, lines: 0, bytes: 0 },
      head: line.slice(0, -1),
      retired,
      anchors,
      records: chained(makes, { lastLink: link, anchors }),
    }
  }

  async #headsBeside(own: string): Promise<readonly SegmentAnchor[]> {
    const rows = await this.#database.sql<SegmentAnchor[]>`
      select segment, link from lorefence.heads where segment <> ${own} order by segment, link`
    return rows.map(({ segment, link }) => ({ segment, link }))
  }

  /** The last record of the newest segment, where no head is known. */
  async #newest(): Promise<readonly SegmentAnchor[]> {
    const [found] = await this.#database.sql<{ segment: string; link: string }[]>`
      select segment, record::json ->> 'link' as link from lorefence.receipts
      where segment = (select max(name collate "C") from lorefence.segments) order by line desc limit 1`
    return found ? [{ segment: found.segment, link: found.link }] : []
  }

  /**
   * The newest segment past its retention time. The head of the next segment records it, and with it all older ones.
   */
  async #expired(now: Date): Promise<string | undefined> {
    const { keepDays } = this.#options
    if (keepDays === undefined) return undefined
    const oldest = new Date(now.getTime() - keepDays * 86_400_000 - longest)
    const [found] = await this.#database.sql<{ name: string | null }[]>`
      select max(name collate "C") as name from lorefence.segments where since < ${oldest}`
    return found?.name ?? undefined
  }

  async #write({ segment, head, records, anchors }: Batch): Promise<Written> {
    const texts = records.map((record) => recordLine(record).slice(0, -1))
    const own = { segment: segment.name, link: records.at(-1)?.link ?? '' }
    const named = this.#last ? [...anchors, this.#last] : anchors
    const [ids, lines] = [records.map(({ id }) => id), records.map((_record, i) => segment.lines + i + 1)]
    await this.#database.sql.begin((tx) => [
      ...(head === undefined ? [] : [insertSegment(tx, segment, head)]),
      tx`insert into lorefence.receipts (month, segment, line, id, record)
        select ${segment.month}::date, ${segment.name}, * from unnest(${lines}::int[], ${ids}::text[], ${texts}::text[])`,
      tx`insert into lorefence.heads (segment, link) values (${own.segment}, ${own.link})`,
      // Another server may name the same ones now; whoever locks a row removes it.
      tx`delete from lorefence.heads where (segment, link) in (
        select segment, link from lorefence.heads where (segment, link) in (
          select * from unnest(${named.map((one) => one.segment)}::text[], ${named.map((one) => one.link)}::text[])
        ) for update skip locked)`,
    ])
    const bytes = segment.bytes + texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
    return { segment: { ...segment, lines: segment.lines + records.length, bytes }, last: own }
  }
}

const insertSegment = (tx: TransactionSql, { name, month, since }: OpenSegment, head: string) =>
  tx`insert into lorefence.segments (name, month, since, head) values (${name}, ${month}::date, ${since}, ${head})`

/**
 * Removes expired rows: segments of receipts up to the one that a stored segment records as expired, ended sessions,
 * and counts before yesterday. A server without the right to delete leaves them to one that has it.
 */
async function removeExpired({ sql }: Pick<Database, 'sql'>, retired: string | undefined): Promise<void> {
  await asAllowed(
    () => sql`delete from lorefence.sessions where noted <= now() - make_interval(hours => ${limits.sessionHours})`,
  )
  await asAllowed(() => sql`delete from lorefence.usage where day < (now() at time zone 'UTC')::date - 1`)
  if (retired === undefined) return
  // Oldest first and one by one, so that an interruption leaves a complete chain.
  await asAllowed(async () => {
    const expired = await sql<{ name: string }[]>`
      select name from lorefence.segments where name collate "C" <= ${retired} order by name collate "C"`
    for (const { name } of expired)
      await sql.begin((tx) => [
        tx`delete from lorefence.receipts where segment = ${name}`,
        tx`delete from lorefence.heads where segment = ${name}`,
        tx`delete from lorefence.segments where name = ${name}`,
      ])
  })
}

const insufficientPrivilege = '42501'

async function asAllowed(work: () => PromiseLike<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { readonly code?: string }).code !== insufficientPrivilege) throw error
  }
}
