import type { PackRule } from '../../rule.ts'
import { invalidPackRecords } from './values/ak328-pack-records.ts'
import { packContentRules } from './pack-content-rules.ts'
import { packGuideRules } from './pack-guide-rules.ts'
import { packHeadRules } from './pack-head-rules.ts'

export const packRules: readonly PackRule[] = [
  ...packHeadRules,
  ...packGuideRules,
  invalidPackRecords,
  ...packContentRules,
]
