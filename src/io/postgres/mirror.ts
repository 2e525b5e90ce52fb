import { compareText } from '../../text/compare.ts'
import { entryId, type KeyedEntries, type StoredEntry } from '../stores/keyed-files.ts'
import { entryStores, type EntryStore } from '../stores/store-lines.ts'
import type { Database } from './connect.ts'

interface Row {
  readonly store: EntryStore
  readonly id: string
  /** JSON as it was written; `null` where it was removed. */
  readonly entry: string | null
}

type Entries = Map<string, StoredEntry<unknown>>

/**
 * The small stores in memory, as they are in the database. `current` brings them up to date with one look at a number
 * that every change raises; requests that wait for one share it. Where it fails nothing may be decided.
 */
export class StoreMirror {
  readonly #database: Database
  readonly #stores = new Map<EntryStore, Entries>(entryStores.map((name) => [name, new Map()]))
  /** For `stamp`: how often each store differed. */
  readonly #changes = new Map<EntryStore, number>()
  #known = -1n
  #looks = 0
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined
  #unsettled: Promise<void>[] = []
  #writing: Promise<unknown> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  /** Resolves after a look that began after this call. */
  current(): Promise<void> {
    if (!this.#looking) {
      this.#looking = this.#lookOrRefuse().finally(() => (this.#looking = undefined))
      return this.#looking
    }
    this.#next ??= this.#looking
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.current()
      })
    return this.#next
  }

  /** Resolves once everything saved is committed; rejects if some of it failed. */
  async settled(): Promise<void> {
    const waiting = this.#unsettled
    if (waiting.length === 0) return
    this.#unsettled = []
    try {
      await Promise.all(waiting)
    } catch (error) {
      // Values that were not stored must not stay in memory.
      this.#known = -1n
      throw this.#database.trouble(error)
    }
    await this.current()
  }

  entries<Value>(name: EntryStore): KeyedEntries<Value> {
    const entries = (): Entries => this.#stores.get(name) ?? new Map()
    return {
      get: (key) => entries().get(entryId(key))?.value as Value | undefined,
      put: (key, value) => this.#save(name, key, { key, value }),
      remove: (key) => entries().has(entryId(key)) && (this.#save(name, key, undefined), true),
      isEmpty: () => entries().size === 0,
      stamp: () => String(this.#changes.get(name) ?? 0),
      entries: () =>
        [...entries().values()]
          .map(({ key, value }) => [key, value as Value] as const)
          .sort(([a], [b]) => compareText(a, b)),
    }
  }

  async #lookOrRefuse(): Promise<void> {
    try {
      await this.#database.within(this.#look())
    } catch (error) {
      throw this.#database.trouble(error)
    }
  }

  async #look(): Promise<void> {
    const look = ++this.#looks
    const { sql } = this.#database
    const [found] = await sql<{ latest: string }[]>`select latest from lorefence.version`
    const latest = BigInt(found?.latest ?? 0)
    if (latest === this.#known) return
    // A database that was restored from a backup has a lower number.
    const since = latest < this.#known ? -1n : this.#known
    const rows = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const [now] = await tx<{ latest: string }[]>`select latest from lorefence.version`
      const changed = await tx.unsafe<Row[]>(changedSince, [String(since)])
      return { latest: BigInt(now?.latest ?? 0), changed }
    })
    // A load that was superseded must not restore entries that a later one has seen removed.
    if (look !== this.#looks) return
    if (since < 0n) this.#replace(rows.changed)
    else for (const row of rows.changed) this.#take(row)
    this.#known = rows.latest
  }

  #replace(rows: readonly Row[]): void {
    for (const [name, entries] of this.#stores) {
      entries.clear()
      this.#changed(name)
    }
    for (const row of rows) this.#take(row)
  }

  #take({ store, id, entry }: Row): void {
    const entries = this.#stores.get(store)
    if (entry === null) entries?.delete(id)
    else entries?.set(id, readEntry(entry, store))
    this.#changed(store)
  }

  #changed(store: EntryStore): void {
    this.#changes.set(store, (this.#changes.get(store) ?? 0) + 1)
  }

  #save(store: EntryStore, key: string, stored: StoredEntry<unknown> | undefined): void {
    const row: Row = { store, id: entryId(key), entry: stored === undefined ? null : JSON.stringify(stored) }
    this.#take(row)
    const { sql } = this.#database
    const written = this.#writing.then(
      () => sql`insert into lorefence.${sql(store)} (id, entry) values (${row.id}, ${row.entry}::text::json)
        on conflict (id) do update set entry = excluded.entry`,
    )
    // In their order, one after the other; each has its own result.
    this.#writing = written.catch(() => undefined)
    const committed = written.then(() => undefined)
    // Whoever does not wait for it must not end the process.
    committed.catch(() => undefined)
    this.#unsettled.push(committed)
  }
}

const changedSince = entryStores
  .map((name) => `select '${name}' as store, id, entry::text from lorefence.${name} where version > $1::bigint`)
  .join(' union all ')

function readEntry(text: string, store: string): StoredEntry<unknown> {
  const stored = JSON.parse(text) as StoredEntry<unknown> | null
  if (typeof stored?.key !== 'string') throw new Error(`an entry of lorefence.${store} is damaged.`)
  return stored
}
