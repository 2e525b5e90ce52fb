import type { Diagnostic } from '../model/codes/diagnostic.ts'
import type { PackReading } from '../parse/pack/pack.ts'
import { checkPack, type RuleOptions } from './run-rules.ts'
import { packHeadRules } from './rules/pack/pack-head-rules.ts'

/** Validates the frontmatter of a pack, which is all that discovery reads. */
export function validatePackHead(reading: PackReading, options: RuleOptions = {}): readonly Diagnostic[] {
  return checkPack(reading, packHeadRules, options)
}
