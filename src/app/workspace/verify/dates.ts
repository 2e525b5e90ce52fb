import type { Histories, History } from '../../../model/records/history.ts'
import type { Files } from '../../../model/ports.ts'
import { contradicted, proved, unknown, type Declared } from './fact.ts'

/** The last change of a file or folder; without a commit: it is changed and not committed. */
interface LastChange {
  /** YYYY-MM-DD */
  readonly date: string
  readonly commit?: string
}

/** When files last changed according to git, by absolute path; file times are those of the checkout. */
export interface FileChanges {
  of(path: string): LastChange | undefined
  /** The newest change of a file, or in a folder. */
  newestIn(path: string): LastChange | undefined
  /** The bytes of a file before its last change. */
  before(path: string): Uint8Array | undefined
}

/** The changes in the repository around a folder. */
export function fileChanges(
  { files, histories }: { readonly files: Pick<Files, 'kindOf' | 'realPath'>; readonly histories: Histories },
  folder: string,
  now: Date,
): FileChanges {
  const history = histories.of(folder)
  if (!history) return { of: () => undefined, newestIn: () => undefined, before: () => undefined }
  const inside = (path: string): string | undefined => pathIn(history, files.realPath(path))
  const changeAt = (path: string): LastChange | undefined => {
    if (history.uncommitted.has(path)) return { date: now.toISOString().slice(0, 10) }
    const known = history.files.get(path)
    return known && { date: known.date, commit: known.commit }
  }
  return {
    of(path) {
      const place = inside(path)
      return place === undefined ? undefined : changeAt(place)
    },
    newestIn(path) {
      const place = inside(path)
      if (place === undefined) return undefined
      if (files.kindOf(path) !== 'folder') return changeAt(place)
      let newest: LastChange | undefined
      for (const file of [...history.uncommitted, ...history.files.keys()]) {
        if (place !== '' && !file.startsWith(`${place}/`)) continue
        const change = changeAt(file)
        if (change && change.date > (newest?.date ?? '')) newest = change
      }
      return newest
    },
    before(path) {
      const place = inside(path)
      return place === undefined || history.uncommitted.has(place) ? undefined : history.before(place)
    },
  }
}

function pathIn({ root }: History, path: string | undefined): string | undefined {
  if (path === root) return ''
  return path?.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined
}

interface DateEvidence {
  /** The last change of the dated file; absent if git does not know it. */
  readonly change: LastChange | undefined
  readonly now: Date
  /** Whether the same change set the date, which is then earlier than the commit; `undefined` if unknown. */
  wasSetThere(): boolean | undefined
}

const dayLength = 86_400_000

/** A date states that nothing has changed since. */
export function dateFact(
  field: string,
  date: string,
  { change, now, wasSetThere }: DateEvidence,
): Pick<Declared, 'verdict' | 'detail'> {
  // It may already be tomorrow in another time zone.
  if (date > dayOf(new Date(now.getTime() + dayLength))) return contradicted(`${field} is ${date}, which is to come.`)
  if (!change) return unknown(`${field} is ${date}; git does not know when the content last changed.`)
  const when = change.commit === undefined ? 'is changed and not committed' : `last changed ${change.date}`
  const detail = `${field} is ${date}; the content ${when}.`
  if (date >= change.date) return proved(detail)
  if (wasSetThere() === true) return unknown(`${detail} The same commit changed the document that declares the date.`)
  return contradicted(detail)
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
