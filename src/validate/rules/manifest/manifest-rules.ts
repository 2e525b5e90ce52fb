import type { ManifestRule } from '../../rule.ts'
import {
  federatedContextEmpty,
  agentIdentityUnclear,
  federatedWindow,
  manifestUndescribed,
} from './federation/kcp707-federated-manifests.ts'
import { manifestUrl } from './federation/kcp703-manifest-url.ts'
import { versionPin } from './federation/kcp705-version-pin.ts'
import { unitContentUnchecked } from './file/kcp110-content-unchecked.ts'
import { delegationRelaxed, depthOverRoot } from './governance/kcp601-delegation.ts'
import { authMethodsUnrecognised, authScopeUnused, protectedWithoutAuth } from './governance/kcp603-authentication.ts'
import { sensitivityConflict } from './governance/kcp606-sensitivity-conflict.ts'
import { freshnessPartial } from './governance/kcp608-freshness-partial.ts'
import { unitText } from './governance/kcp609-unit-text.ts'
import { actionSpelling } from './governance/kcp611-action-spelling.ts'
import { loadEligible } from './governance/kcp621-load-eligible.ts'
import { restrictionName } from './governance/kcp623-restriction-name.ts'
import { contentHashMismatch } from './governance/kcp624-content-hash-mismatch.ts'
import { mirrorEscape, pathBackslash, pathWebAddress } from './paths/kcp50x-written-paths.ts'
import {
  chunkBeyondTotal,
  summaryNotAnnounced,
  summaryUnitUndeclared,
} from './references/kcp404-summaries-and-chunks.ts'
import { danglingIds } from './references/kcp40x-dangling-ids.ts'
import { externalManifestUnknown, externalRelationshipLocal } from './references/kcp410-external-manifests.ts'
import {
  deprecatedWithoutSuccessor,
  expiredWithoutSuccessor,
  successorUnknown,
  supersessionCycle,
} from './references/kcp411-succession.ts'
import { pathNotFound } from './references/kcp412-path-not-found.ts'
import { aliasCollision, aliasDropped } from './references/kcp418-aliases.ts'
import { approvalDocsMissing, missingFields } from './required/kcp20x-missing-fields.ts'
import { conditionIncomplete } from './required/kcp217-condition-incomplete.ts'
import { incompleteEntries } from './required/kcp21x-incomplete-entries.ts'
import { rootHintsDrift, tokenHintDrift } from './selection/kcp801-hint-drift.ts'
import { kcpVersionUnknown, kcpVersionUnquoted, versionNotSemver } from './values/kcp304-versions.ts'
import { contentHashEmpty, formats } from './values/kcp308-formats.ts'
import { duplicateIds } from './values/kcp309-duplicate-ids.ts'
import { manifestFieldValues } from './values/kcp30x-field-values.ts'
import { triggerDead } from './values/kcp315-trigger-dead.ts'
import { inconsistentVerification } from './values/kcp317-verification.ts'
import { restrictionSpelling } from './values/kcp323-restriction-spelling.ts'
import { windowReversed } from './values/kcp325-window-reversed.ts'
import { notForStrictEmpty } from './values/kcp342-not-for-strict-empty.ts'

const required = [missingFields, approvalDocsMissing, incompleteEntries, conditionIncomplete]

const values = [
  manifestFieldValues,
  kcpVersionUnknown,
  kcpVersionUnquoted,
  versionNotSemver,
  formats,
  duplicateIds,
  triggerDead,
  inconsistentVerification,
  restrictionSpelling,
  windowReversed,
  aliasDropped,
  contentHashEmpty,
  notForStrictEmpty,
]

const references = [
  danglingIds,
  summaryUnitUndeclared,
  summaryNotAnnounced,
  chunkBeyondTotal,
  externalManifestUnknown,
  externalRelationshipLocal,
  deprecatedWithoutSuccessor,
  pathNotFound,
  successorUnknown,
  supersessionCycle,
  expiredWithoutSuccessor,
  aliasCollision,
]

const paths = [pathBackslash, mirrorEscape, pathWebAddress]

const governance = [
  depthOverRoot,
  delegationRelaxed,
  authScopeUnused,
  protectedWithoutAuth,
  authMethodsUnrecognised,
  sensitivityConflict,
  freshnessPartial,
  unitText,
  actionSpelling,
  loadEligible,
  restrictionName,
  contentHashMismatch,
]

const federation = [
  manifestUrl,
  versionPin,
  manifestUndescribed,
  federatedContextEmpty,
  agentIdentityUnclear,
  federatedWindow,
]

const selection = [tokenHintDrift, rootHintsDrift]

/** `unitContentUnchecked` is last: it reports the files that no rule before it could read. */
export const manifestRules: readonly ManifestRule[] = [
  ...required,
  ...values,
  ...references,
  ...paths,
  ...governance,
  ...federation,
  ...selection,
  unitContentUnchecked,
]
