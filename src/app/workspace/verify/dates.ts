import type { LastChange } from '../file-changes.ts'
import { contradicted, proved, unknown, type Declared } from './fact.ts'

interface DateEvidence {
  /** Of the file that the date is about; absent where git does not know it. */
  readonly change: LastChange | undefined
  readonly now: Date
  /** Whether the change also set the date: what is written before a commit is dated before it. Absent: unknown. */
  wasSetThere(): boolean | undefined
}

const dayLength = 86_400_000

/** A date says that nothing changed since. */
export function dateFact(
  field: string,
  date: string,
  { change, now, wasSetThere }: DateEvidence,
): Pick<Declared, 'verdict' | 'detail'> {
  // It may be tomorrow somewhere.
  if (date > dayOf(new Date(now.getTime() + dayLength))) return contradicted(`${field} is ${date}, which is to come.`)
  if (!change) return unknown(`${field} is ${date}; git does not know when the content last changed.`)
  const when = change.commit === undefined ? 'is changed and not committed' : `last changed ${change.date}`
  const detail = `${field} is ${date}; the content ${when}.`
  if (date >= change.date) return proved(detail)
  if (wasSetThere() === true) return unknown(`${detail} The same commit changed the document that declares the date.`)
  return contradicted(detail)
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
