import type { StoredEntry } from './keyed-files.ts'

/** The stores of entries by key; the folder or table of each has this name. */
export const entryStores = ['grants', 'approvals', 'disabled', 'editions', 'copies', 'keys'] as const

export type EntryStore = (typeof entryStores)[number]

/** One line of an exported store. Everything that outlives a process is in one of these. */
export type StoreLine =
  | { readonly kind: 'entry'; readonly store: EntryStore; readonly entry: StoredEntry<unknown> }
  /** `session` is a digest of its id. */
  | { readonly kind: 'session'; readonly session: string; readonly given: Readonly<Record<string, string>> }
  /** Requests of a UTC day, with the times that are known, in milliseconds. */
  | {
      readonly kind: 'usage'
      readonly ref: string
      readonly day: string
      readonly requests: number
      readonly times: readonly number[]
    }
  /** Complete lines. */
  | { readonly kind: 'segment'; readonly name: string; readonly lines: readonly string[] }
  | { readonly kind: 'head'; readonly segment: string; readonly link: string }
  /** The key of `hide`. */
  | { readonly kind: 'secret'; readonly key: string }

const patterns = {
  session: /^[0-9a-f]{32}$/,
  day: /^\d{4}-\d\d-\d\d$/,
  segment: /^[\w-][\w.-]*\.jsonl$/,
  link: /^sha256:[0-9a-f]{64}$/,
  secret: /^[0-9a-f]{64}$/,
}

/** Parses a line; throws if it is invalid, because names in it become file names. */
export function storeLine(text: string, number: number): StoreLine {
  const line = parsed(text) as StoreLine | undefined
  if (line && isStoreLine(line)) return line
  throw new Error(`line ${number} is not part of an exported store.`)
}

function isStoreLine(line: StoreLine): boolean {
  switch (line.kind) {
    case 'entry':
      return entryStores.includes(line.store) && typeof line.entry?.key === 'string'
    case 'session':
      return patterns.session.test(line.session) && isRecordOfTexts(line.given)
    case 'usage':
      return (
        typeof line.ref === 'string' &&
        patterns.day.test(line.day) &&
        Number.isSafeInteger(line.requests) &&
        line.times.every((time) => Number.isFinite(time))
      )
    case 'segment':
      return (
        patterns.segment.test(line.name) && line.lines.every((one) => typeof one === 'string' && !one.includes('\n'))
      )
    case 'head':
      return patterns.segment.test(line.segment) && patterns.link.test(line.link)
    case 'secret':
      return patterns.secret.test(line.key)
    default:
      return false
  }
}

const isRecordOfTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
