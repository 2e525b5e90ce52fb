import type { PackRule } from '../../rule.ts'
import { packRequiredFields } from './ak2xx-required-fields.ts'
import { nameFormat } from './ak301-name-format.ts'
import { packVersionNotSemver } from './ak309-version-not-semver.ts'
import { packLanguageMalformed } from './ak310-language-malformed.ts'
import { digestFormat } from './ak313-digest-format.ts'
import { descriptionWeak } from './ak318-description-weak.ts'
import { personaTypeWithoutMode } from './ak319-persona-type-without-mode.ts'
import { groundingTooWeak } from './ak320-grounding-too-weak.ts'
import { profileDefaulted } from './ak321-profile-defaulted.ts'
import { nameDirectoryMismatch } from './ak322-name-directory-mismatch.ts'
import { packFieldValues } from './ak3xx-field-values.ts'
import { declaredPathEscape } from './ak501-declared-path-escape.ts'
import { disputedNeedsConfirmation } from './ak605-disputed-needs-confirmation.ts'

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
