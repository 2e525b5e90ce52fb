import type { AtTime } from '../../govern/gate.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import type { Reader } from './ask-gates.ts'
import { listedOnce } from './listed-once.ts'
import { QuestionsAsked, type Question } from './questions-asked.ts'

/** The time of a round of decisions. */
export interface Moment {
  /** Reading it makes the result depend on the time. */
  readonly now: Date
  /**
   * The same time without noting it: for results that do not depend on it, or that are asked for again anyway. Absent:
   * `now`.
   */
  readonly unnoted?: Date
  /** Notes a question about the time. */
  atTime?: AtTime
}

interface Kept<T> {
  readonly value: T
  readonly questions: readonly Question[]
  readonly ports: Ports
  readonly weight: number
}

/** Maximum entries and units of all cached results; beyond it, the least recently used result is dropped. */
const mostKept = 60_000

/** A store must be unchanged for this long: two changes within one tick of a disk's clock look like one. */
const settledAfter = 1000

/** The subject of a round of decisions: the same facts give the same result. */
interface Round {
  /** Distinguishes it from other rounds of its kind. */
  readonly name: string
  readonly catalog: Catalog
  readonly now: Date
}

/**
 * Cached decisions about a whole catalog, by the facts of the requester. Each result is stored with every question that
 * was asked of the ports, and reused only while every answer is the same: grants, switches, approvals, counts, folders,
 * and the time if it mattered.
 */
export class DecisionCache<T> {
  readonly #byCatalog = new WeakMap<Catalog, Map<string, Kept<T>>>()
  #settling = { stamp: '', since: 0 }

  of({ name, catalog, now }: Round, reader: Reader, make: (reader: Reader, moment: Moment) => T): T {
    const known = this.#byCatalog.get(catalog) ?? new Map<string, Kept<T>>()
    this.#byCatalog.set(catalog, known)
    const { requester, restraints, trustAll, caller } = reader
    // The current time is not part of the key, but a date that a person asks for is.
    const key = canonicalJson([name, requester, restraints, trustAll, caller?.decidedAt])
    const kept = known.get(key)
    if (kept && isFor(kept.ports, reader.ports) && haveSameAnswers(kept.questions, reader.ports, now)) {
      known.delete(key)
      known.set(key, kept)
      return kept.value
    }
    known.delete(key)
    const isSettled = this.#isSettled(reader.ports, reader.recordClock?.now() ?? now)
    const asked = new QuestionsAsked(reader.ports, now)
    const value = make({ ...reader, ports: asked.ports }, asked.moment)
    if (isSettled && asked.questions)
      keep(known, key, { value, questions: asked.questions, ports: reader.ports, weight: weightOf(catalog) })
    return value
  }

  #isSettled({ grants, switches, approvals }: Ports, now: Date): boolean {
    const stamp = [grants, switches, approvals].map((store) => store.stamp?.() ?? '').join('\n')
    if (this.#settling.stamp !== stamp) this.#settling = { stamp, since: now.getTime() }
    return now.getTime() - this.#settling.since >= settledAfter
  }
}

/** Uses cached decisions where there is a cache; otherwise decides again. */
export const decideRound = <T>(
  { kept, ...round }: Round & { readonly kept: DecisionCache<T> | undefined },
  reader: Reader,
  make: (reader: Reader, moment: Moment) => T,
): T =>
  kept
    ? kept.of(round, reader, make)
    : make({ ...reader, ports: { ...reader.ports, files: listedOnce(reader.ports.files) } }, { now: round.now })

/** Results are not reused for other stores, such as one with an assumed grant. */
const isFor = (kept: Ports, ports: Ports): boolean =>
  (['files', 'grants', 'approvals', 'switches', 'receipts'] as const).every((name) => kept[name] === ports[name])

function haveSameAnswers(questions: readonly Question[], ports: Ports, now: Date): boolean {
  return questions.every(({ ask, answer }) => ask(ports, now) === answer)
}

function keep<T>(known: Map<string, Kept<T>>, key: string, kept: Kept<T>): void {
  known.set(key, kept)
  let total = 0
  for (const { weight } of known.values()) total += weight
  for (const [oldest, { weight }] of known) {
    if (total <= mostKept || known.size === 1) return
    known.delete(oldest)
    total -= weight
  }
}

const weightOf = ({ entries, withheld = [] }: Catalog): number =>
  [...entries, ...withheld].reduce(
    (sum, { document }) => sum + 1 + (document.kind === 'manifest' ? document.units.length : 0),
    0,
  )
