/**
 * Fields that control who may use a unit, for what and on which terms, by their written names. A malformed value in one
 * of them must not count as absent.
 */
export const governanceFields = [
  'kind',
  'access',
  'auth',
  'auth_scope',
  'sensitivity',
  'visibility',
  'authority',
  'delegation',
  'compliance',
  'indexing',
  'license',
  'payment',
  'rate_limits',
  'freshness_policy',
  'temporal',
  'content_hash',
  'deprecated',
  'trust',
] as const

export type GovernanceField = (typeof governanceFields)[number]

/** A value in a governance field that cannot be read, or not be applied without a person. */
export interface Malformed {
  readonly field: GovernanceField
  /** Where it is below the unit or the root: `visibility/default`. */
  readonly path: string
  /** As written, shortened to one line. */
  readonly written: string
  /** Its name is that of no field or action: `Access`, `"*"`. */
  readonly unknownName?: true
  /** It can be read: an override with it would loosen what an included manifest declares. */
  readonly loosens?: true
  /** The only action that it is about. */
  readonly action?: string
}
