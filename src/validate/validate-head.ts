import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackReading } from '../parse/pack.ts'
import { judgePack, type JudgeOptions } from './judge.ts'
import { packHeadRules } from './rules/pack-head-rules.ts'

/** Judges what discovery reads of a pack: the frontmatter and nothing else. */
export function validatePackHead(reading: PackReading, options: JudgeOptions = {}): readonly Diagnostic[] {
  return judgePack(reading, packHeadRules, options)
}
