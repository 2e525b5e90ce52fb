import type { PackRule } from '../../rule.ts'
import { declaredPathEscape } from './paths/ak501-declared-path-escape.ts'
import { packRequiredFields } from './required/ak20x-required-fields.ts'
import { headValues } from './values/ak301-head-values.ts'
import { packFieldValues } from './values/ak30x-field-values.ts'
import { groundingTooWeak } from './values/ak320-grounding-too-weak.ts'

/** Rules of the frontmatter: all that discovery reads of a pack, and the only rules that it loads. */
export const packHeadRules: readonly PackRule[] = [
  packRequiredFields,
  packFieldValues,
  headValues,
  groundingTooWeak,
  declaredPathEscape,
]
