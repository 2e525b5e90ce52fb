import { asDate } from './notations.ts'

const day = 86_400_000
const written = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([\d:.]+))?\s*([Zz]|[+-]\d{2}:?\d{2})?$/

/** First and last millisecond, since 1970, of a date, which is a whole day of UTC, or of a time; `undefined` for what is neither. */
export function timeSpan(text: string): { readonly start: number; readonly end: number } | undefined {
  const [, date = '', time, zone] = (asDate(text) === undefined ? null : written.exec(text.trim())) ?? []
  const start = Date.parse(
    time === undefined ? `${date}T00:00:00Z` : `${date}T${withoutLeapSecond(time)}${zoneOf(zone)}`,
  )
  if (Number.isNaN(start)) return undefined
  return { start, end: time === undefined ? start + day - 1 : start }
}

/** `Date` knows no second 60. */
const withoutLeapSecond = (time: string): string => time.replace(/^(\d{2}:\d{2}):60/, '$1:59')

/** Without a zone a time is in UTC, whatever the machine's. */
const zoneOf = (zone = 'Z'): string => (/^[Zz]$/.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`)
