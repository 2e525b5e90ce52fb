/** Code of the approval that opens the text of blocked claims (AK-362). */
export const claimsBlocked = 'claims-blocked'

export type Usability = 'usable' | 'with-warning' | 'blocked'

/** The values of every status vocabulary on one scale. Any other value is unknown. */
export const statusScale: ReadonlyMap<string, Usability> = new Map([
  ['confirmed', 'usable'],
  ['verified', 'usable'],
  ['approved', 'usable'],
  ['reviewed', 'usable'],
  ['ready', 'usable'],
  ['inferred', 'with-warning'],
  ['weak', 'with-warning'],
  ['stale', 'with-warning'],
  ['needs-review', 'with-warning'],
  ['draft', 'with-warning'],
  ['disputed', 'blocked'],
  ['missing', 'blocked'],
  ['source-required', 'blocked'],
  ['needs-verification', 'blocked'],
  ['forbidden', 'blocked'],
  ['archived', 'blocked'],
])
