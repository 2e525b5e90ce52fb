import type { ManifestRule } from '../../rule.ts'
import { incompleteEntries } from './required/kcp2xx-incomplete-entries.ts'
import { danglingIds } from './references/kcp4xx-dangling-ids.ts'
import { unitScopeMissing } from './required/kcp206-unit-scope-missing.ts'
import { unitAudienceMissing } from './required/kcp207-unit-audience-missing.ts'
import { versionMissing } from './required/kcp20x-version-missing.ts'
import { authTypeMissing } from './required/kcp210-auth-type-missing.ts'
import { authFieldMissing } from './required/kcp211-auth-field-missing.ts'
import { approvalDocsMissing } from './required/kcp212-approval-docs-missing.ts'
import { conditionIncomplete } from './required/kcp217-condition-incomplete.ts'
import { kcpVersionUnknown } from './values/kcp304-kcp-version-unknown.ts'
import { versionUnquoted } from './values/kcp305-version-unquoted.ts'
import { versionNotSemver } from './values/kcp306-version-not-semver.ts'
import { idCharacters } from './values/kcp308-id-characters.ts'
import { duplicateId } from './values/kcp309-duplicate-id.ts'
import { intentShape } from './values/kcp310-intent-shape.ts'
import { contentTypeInvalid } from './values/kcp311-content-type-invalid.ts'
import { languageMalformed } from './values/kcp312-language-malformed.ts'
import { triggerDead } from './values/kcp315-trigger-dead.ts'
import { rumoredConfidence } from './values/kcp317-rumored-confidence.ts'
import { verifiedConfidence } from './values/kcp318-verified-confidence.ts'
import { verifiedAtEarly } from './values/kcp319-verified-at-early.ts'
import { restrictionSpelling } from './values/kcp323-restriction-spelling.ts'
import { manifestFieldValues } from './values/kcp3xx-field-values.ts'
import { pathBackslash } from './paths/kcp502-path-backslash.ts'
import { unitContentUnchecked } from './file/kcp110-content-unchecked.ts'
import { summaryUnitUndeclared } from './references/kcp404-summary-unit-undeclared.ts'
import { summaryNotAnnounced } from './references/kcp406-summary-not-announced.ts'
import { chunkBeyondTotal } from './references/kcp408-chunk-beyond-total.ts'
import { externalManifestUnknown } from './references/kcp410-external-manifest-unknown.ts'
import { deprecatedWithoutSuccessor } from './references/kcp411-deprecated-without-successor.ts'
import { pathNotFound } from './references/kcp412-path-not-found.ts'
import { externalRelationshipLocal } from './references/kcp413-external-relationship-local.ts'
import { mirrorEscape } from './paths/kcp503-mirror-escape.ts'
import { windowReversed } from './values/kcp325-window-reversed.ts'
import { contentHashEmpty } from './values/kcp327-content-hash-empty.ts'
import { contentHashMismatch } from './governance/kcp624-content-hash-mismatch.ts'
import { expiredWithoutSuccessor, successorUnknown, supersessionCycle } from './references/kcp415-superseded-by.ts'
import { aliasCollision, aliasDropped } from './references/kcp418-aliases.ts'
import { depthOverRoot } from './governance/kcp601-depth-over-root.ts'
import { delegationRelaxed } from './governance/kcp602-delegation-relaxed.ts'
import { authScopeUnused } from './governance/kcp603-auth-scope-unused.ts'
import { protectedWithoutAuth } from './governance/kcp604-protected-without-auth.ts'
import { authMethodsUnrecognised } from './governance/kcp605-auth-methods-unrecognised.ts'
import { sensitivityConflict } from './governance/kcp606-sensitivity-conflict.ts'
import { freshnessPartial } from './governance/kcp608-freshness-partial.ts'
import { unitText } from './governance/kcp609-unit-text.ts'
import { actionSpelling } from './governance/kcp611-action-spelling.ts'
import { declaredConfidence } from './values/kcp340-declared-confidence.ts'
import { verifiedByMissing } from './values/kcp341-verified-by-missing.ts'
import { notForStrictEmpty } from './values/kcp342-not-for-strict-empty.ts'
import { priceNotDecimal } from './values/kcp343-price-not-decimal.ts'
import { pathWebAddress } from './paths/kcp509-path-web-address.ts'
import { loadEligible } from './governance/kcp621-load-eligible.ts'
import { restrictionName } from './governance/kcp623-restriction-name.ts'
import { manifestIdFormat } from './federation/kcp701-manifest-id-format.ts'
import { manifestIdDuplicate } from './federation/kcp702-manifest-id-duplicate.ts'
import { manifestUrl } from './federation/kcp703-manifest-url.ts'
import { versionPin } from './federation/kcp705-version-pin.ts'
import { manifestUndescribed } from './federation/kcp707-manifest-undescribed.ts'
import { agentIdentityUnclear, sourceContextEmpty, sourceWindow } from './federation/kcp71x-sources.ts'
import { tokenHintDrift } from './selection/kcp801-token-hint-drift.ts'
import { rootHintsDrift } from './selection/kcp802-root-hints-drift.ts'

export const manifestRules: readonly ManifestRule[] = [
  unitScopeMissing,
  unitAudienceMissing,
  versionMissing,
  authTypeMissing,
  authFieldMissing,
  approvalDocsMissing,
  incompleteEntries,
  conditionIncomplete,
  kcpVersionUnknown,
  versionUnquoted,
  versionNotSemver,
  idCharacters,
  duplicateId,
  intentShape,
  contentTypeInvalid,
  languageMalformed,
  triggerDead,
  rumoredConfidence,
  verifiedConfidence,
  verifiedAtEarly,
  restrictionSpelling,
  manifestFieldValues,
  windowReversed,
  aliasDropped,
  contentHashEmpty,
  contentHashMismatch,
  pathBackslash,
  danglingIds,
  summaryUnitUndeclared,
  summaryNotAnnounced,
  chunkBeyondTotal,
  externalManifestUnknown,
  deprecatedWithoutSuccessor,
  pathNotFound,
  externalRelationshipLocal,
  successorUnknown,
  supersessionCycle,
  expiredWithoutSuccessor,
  aliasCollision,
  mirrorEscape,
  depthOverRoot,
  delegationRelaxed,
  authScopeUnused,
  protectedWithoutAuth,
  authMethodsUnrecognised,
  sensitivityConflict,
  freshnessPartial,
  unitText,
  actionSpelling,
  declaredConfidence,
  verifiedByMissing,
  notForStrictEmpty,
  priceNotDecimal,
  pathWebAddress,
  loadEligible,
  restrictionName,
  manifestIdFormat,
  manifestIdDuplicate,
  manifestUrl,
  versionPin,
  manifestUndescribed,
  sourceContextEmpty,
  agentIdentityUnclear,
  sourceWindow,
  tokenHintDrift,
  rootHintsDrift,
  unitContentUnchecked,
]
