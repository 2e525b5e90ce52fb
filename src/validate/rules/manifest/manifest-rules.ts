import type { ManifestRule } from '../../rule.ts'
import { incompleteEntries } from './kcp2xx-incomplete-entries.ts'
import { danglingIds } from './kcp4xx-dangling-ids.ts'
import { unitScopeMissing } from './kcp206-unit-scope-missing.ts'
import { unitAudienceMissing } from './kcp207-unit-audience-missing.ts'
import { versionMissing } from './kcp20x-version-missing.ts'
import { authTypeMissing } from './kcp210-auth-type-missing.ts'
import { authFieldMissing } from './kcp211-auth-field-missing.ts'
import { approvalDocsMissing } from './kcp212-approval-docs-missing.ts'
import { conditionIncomplete } from './kcp217-condition-incomplete.ts'
import { kcpVersionUnknown } from './kcp304-kcp-version-unknown.ts'
import { versionUnquoted } from './kcp305-version-unquoted.ts'
import { versionNotSemver } from './kcp306-version-not-semver.ts'
import { idCharacters } from './kcp308-id-characters.ts'
import { duplicateId } from './kcp309-duplicate-id.ts'
import { intentShape } from './kcp310-intent-shape.ts'
import { contentTypeInvalid } from './kcp311-content-type-invalid.ts'
import { languageMalformed } from './kcp312-language-malformed.ts'
import { triggerDead } from './kcp315-trigger-dead.ts'
import { rumoredConfidence } from './kcp317-rumored-confidence.ts'
import { verifiedConfidence } from './kcp318-verified-confidence.ts'
import { verifiedAtEarly } from './kcp319-verified-at-early.ts'
import { restrictionSpelling } from './kcp323-restriction-spelling.ts'
import { manifestFieldValues } from './kcp3xx-field-values.ts'
import { pathBackslash } from './kcp502-path-backslash.ts'
import { unitContentUnchecked } from './kcp110-content-unchecked.ts'
import { summaryUnitUndeclared } from './kcp404-summary-unit-undeclared.ts'
import { summaryNotAnnounced } from './kcp406-summary-not-announced.ts'
import { chunkBeyondTotal } from './kcp408-chunk-beyond-total.ts'
import { externalManifestUnknown } from './kcp410-external-manifest-unknown.ts'
import { deprecatedWithoutSuccessor } from './kcp411-deprecated-without-successor.ts'
import { pathNotFound } from './kcp412-path-not-found.ts'
import { externalRelationshipLocal } from './kcp413-external-relationship-local.ts'
import { mirrorEscape } from './kcp503-mirror-escape.ts'
import { windowReversed } from './kcp325-window-reversed.ts'
import { contentHashEmpty } from './kcp327-content-hash-empty.ts'
import { contentHashMismatch } from './kcp624-content-hash-mismatch.ts'
import { expiredWithoutSuccessor, successorUnknown, supersessionCycle } from './kcp415-superseded-by.ts'
import { aliasCollision, aliasDropped } from './kcp418-aliases.ts'
import { depthOverRoot } from './kcp601-depth-over-root.ts'
import { delegationRelaxed } from './kcp602-delegation-relaxed.ts'
import { authScopeUnused } from './kcp603-auth-scope-unused.ts'
import { protectedWithoutAuth } from './kcp604-protected-without-auth.ts'
import { authMethodsUnrecognised } from './kcp605-auth-methods-unrecognised.ts'
import { sensitivityConflict } from './kcp606-sensitivity-conflict.ts'
import { freshnessPartial } from './kcp608-freshness-partial.ts'
import { unitText } from './kcp609-unit-text.ts'
import { actionSpelling } from './kcp611-action-spelling.ts'
import { declaredConfidence } from './kcp340-declared-confidence.ts'
import { verifiedByMissing } from './kcp341-verified-by-missing.ts'
import { notForStrictEmpty } from './kcp342-not-for-strict-empty.ts'
import { priceNotDecimal } from './kcp343-price-not-decimal.ts'
import { pathWebAddress } from './kcp509-path-web-address.ts'
import { loadEligible } from './kcp621-load-eligible.ts'
import { restrictionName } from './kcp623-restriction-name.ts'
import { manifestIdFormat } from './kcp701-manifest-id-format.ts'
import { manifestIdDuplicate } from './kcp702-manifest-id-duplicate.ts'
import { manifestUrl } from './kcp703-manifest-url.ts'
import { versionPin } from './kcp705-version-pin.ts'
import { manifestUndescribed } from './kcp707-manifest-undescribed.ts'
import { agentIdentityUnclear, sourceContextEmpty, sourceWindow } from './kcp71x-sources.ts'
import { tokenHintDrift } from './kcp801-token-hint-drift.ts'
import { rootHintsDrift } from './kcp802-root-hints-drift.ts'

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
