/**
 * Fields that control who may use a unit, for what and on which terms, by their written names. An invalid value in one
 * of them must not count as absent.
 */
export const governanceFields = [
  'access',
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
  'validated',
  'requires_capabilities',
  'deprecated',
  'discovery',
  'trust',
] as const

export type GovernanceField = (typeof governanceFields)[number]
