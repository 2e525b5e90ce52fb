const day = 86_400_000

/** From now to the start of a day (UTC), in words. */
export function daysUntil(date: string): string {
  const days = Math.ceil((Date.parse(date) - Date.now()) / day)
  if (days <= 0) return 'today'
  return days === 1 ? '1 day' : `${days} days`
}

/** A time in the language and zone of the browser. */
export const shortDate = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString()} kB`
