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

const semverPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/

/** Semantic Versioning 2.0.0. */
export function isSemver(text: string): boolean {
  return text.length <= 256 && semverPattern.test(text)
}

/** Well-formed by BCP 47; whether the subtags are registered is not checked. */
export function isLanguageTag(text: string): boolean {
  return /^(?:[a-zA-Z]{2,8}|[xX](?=-))(?:-[a-zA-Z0-9]{1,8})*$/.test(text)
}
