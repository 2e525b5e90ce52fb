import type { PackRule } from '../../rule.ts'
import { packRequiredFields } from './required/ak2xx-required-fields.ts'
import { nameFormat } from './values/ak301-name-format.ts'
import { packVersionNotSemver } from './values/ak309-version-not-semver.ts'
import { packLanguageMalformed } from './values/ak310-language-malformed.ts'
import { digestFormat } from './values/ak313-digest-format.ts'
import { descriptionWeak } from './values/ak318-description-weak.ts'
import { personaTypeWithoutMode } from './values/ak319-persona-type-without-mode.ts'
import { groundingTooWeak } from './values/ak320-grounding-too-weak.ts'
import { profileDefaulted } from './values/ak321-profile-defaulted.ts'
import { nameDirectoryMismatch } from './values/ak322-name-directory-mismatch.ts'
import { packFieldValues } from './values/ak3xx-field-values.ts'
import { declaredPathEscape } from './paths/ak501-declared-path-escape.ts'
import { disputedNeedsConfirmation } from './governance/ak605-disputed-needs-confirmation.ts'

/** Rules of the frontmatter: all that discovery reads of a pack, and the only rules that it loads. */
export const packHeadRules: readonly PackRule[] = [
  packRequiredFields,
  packFieldValues,
  nameFormat,
  packVersionNotSemver,
  packLanguageMalformed,
  digestFormat,
  descriptionWeak,
  personaTypeWithoutMode,
  groundingTooWeak,
  profileDefaulted,
  nameDirectoryMismatch,
  disputedNeedsConfirmation,
  declaredPathEscape,
]
