import type { PackRule } from '../rule.ts'
import { compiledIndexBroken } from './ak112-compiled-index-broken.ts'
import { folderUnknown } from './ak114-folder-unknown.ts'
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
import { contextMapLine } from './ak327-context-map-line.ts'
import { packFieldValues } from './ak3xx-field-values.ts'
import { primaryDocumentMissing } from './ak401-primary-document-missing.ts'
import { primaryPathUndeclared } from './ak402-primary-path-undeclared.ts'
import { primaryMaps } from './ak403-primary-maps.ts'
import { brokenLink } from './ak406-broken-link.ts'
import { licenseFileMissing } from './ak410-license-file-missing.ts'
import { contentOntologyWithoutFolder } from './ak411-content-ontology-without-folder.ts'
import { declaredPathEscape } from './ak501-declared-path-escape.ts'
import { guidePathEscape } from './ak501-guide-path-escape.ts'
import { personaBoundariesIncomplete } from './ak604-persona-boundaries-incomplete.ts'
import { disputedNeedsConfirmation } from './ak605-disputed-needs-confirmation.ts'

/** KNOWLEDGE.md itself, and whether the folder around it is what it says. */
export const packGuideRules: readonly PackRule[] = [
  packRequiredFields, packFieldValues, nameFormat, packVersionNotSemver, packLanguageMalformed, digestFormat, descriptionWeak,
  personaTypeWithoutMode, groundingTooWeak, profileDefaulted, nameDirectoryMismatch, disputedNeedsConfirmation, declaredPathEscape,
  contextMapLine, guidePathEscape, brokenLink, primaryDocumentMissing, primaryPathUndeclared, primaryMaps, licenseFileMissing,
  contentOntologyWithoutFolder, personaBoundariesIncomplete, compiledIndexBroken, folderUnknown,
]
