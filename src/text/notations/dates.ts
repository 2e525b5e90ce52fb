const datePattern = /^\d{4}-\d{2}-\d{2}$/
const datetimePattern = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:[Zz]|[+-]\d{2}:?\d{2})?$/

/** A calendar date that exists; `new Date('2026-02-30')` is 2 March. */
export function isCalendarDate(text: string): boolean {
  if (!datePattern.test(text)) return false
  const day = Number(text.slice(8))
  return day >= 1 && day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

/** `0` for a month that does not exist. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0
}

/** `YYYY-MM-DD` of a date or a date with a time; `undefined` when it is neither (KCP §4.1.1). */
export function asDate(text: string): string | undefined {
  const trimmed = text.trim()
  if (isCalendarDate(trimmed)) return trimmed
  return isDatetime(trimmed) ? trimmed.slice(0, 10) : undefined
}

export function isDatetime(text: string): boolean {
  const match = datetimePattern.exec(text)
  if (!match) return false
  const [, date = '', hour, minute, second = '0'] = match
  const [, zoneHours = '0', zoneMinutes = '0'] = /[+-](\d{2}):?(\d{2})$/.exec(text.slice(11)) ?? []
  const isZone = Number(zoneHours) < 24 && Number(zoneMinutes) < 60
  return isCalendarDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61 && isZone
}

const day = 86_400_000
const written = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([\d:.]+))?\s*([Zz]|[+-]\d{2}:?\d{2})?$/

/**
 * First and last millisecond since 1970: of a whole UTC day for a date, the same for a time. `undefined` for neither.
 */
export function timeSpan(text: string): { readonly start: number; readonly end: number } | undefined {
  const [, date = '', time, zone] = (asDate(text) === undefined ? null : written.exec(text.trim())) ?? []
  const start = Date.parse(
    time === undefined ? `${date}T00:00:00Z` : `${date}T${withoutLeapSecond(time)}${zoneOf(zone)}`,
  )
  if (Number.isNaN(start)) return undefined
  return { start, end: time === undefined ? start + day - 1 : start }
}

/** `Date` does not support second 60. */
const withoutLeapSecond = (time: string): string => time.replace(/^(\d{2}:\d{2}):60/, '$1:59')

/** A time without a zone is in UTC, whatever the zone of the machine. */
const zoneOf = (zone = 'Z'): string => (/^[Zz]$/.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`)
