import type { PackRule } from '../../rule.ts'
import { jsonInvalid } from './file/ak111-json-invalid.ts'
import { contentUnchecked } from './file/ak113-content-unchecked.ts'
import { coverageStatusUnknown } from './values/ak323-coverage-status-unknown.ts'
import { evidenceStatusUnknown } from './values/ak329-evidence-status-unknown.ts'
import { targetKindUnknown } from './values/ak324-target-kind-unknown.ts'
import { claimIncomplete } from './values/ak325-claim-incomplete.ts'
import { ontologyManifestIncomplete } from './values/ak326-ontology-manifest-incomplete.ts'
import { sourceMissing } from './references/ak407-source-missing.ts'
import { anchorUnresolved } from './references/ak408-anchor-unresolved.ts'
import { compiledTargetMissing } from './references/ak409-compiled-target-missing.ts'
import { orphanWikiPage } from './references/ak412-orphan-wiki-page.ts'
import { ontologyFileMissing } from './references/ak413-ontology-file-missing.ts'
import { inlineAnchorUnresolved } from './references/ak414-inline-anchor-unresolved.ts'
import { duplicateEntity } from './references/ak415-duplicate-entity.ts'
import { untraceable } from './governance/ak601-untraceable.ts'
import { secret } from './governance/ak602-secret.ts'
import { injection } from './governance/ak603-injection.ts'
import { citationTargetUnsupported } from './governance/ak606-citation-target-unsupported.ts'
import { structuredDataMismatch } from './governance/ak607-structured-data-mismatch.ts'
import { staleClaim } from './governance/ak608-stale-claim.ts'
import { rawSourceCopied } from './governance/ak609-raw-source-copied.ts'
import { producerDigestDiffers } from './governance/ak610-producer-digest-differs.ts'
import { compiledContradictsWiki } from './governance/ak611-compiled-contradicts-wiki.ts'
import { evalSuiteSmall } from './selection/ak801-eval-suite-small.ts'

/** Rules of the files of a pack, beyond its head. */
export const packContentRules: readonly PackRule[] = [
  jsonInvalid,
  contentUnchecked,
  coverageStatusUnknown,
  evidenceStatusUnknown,
  targetKindUnknown,
  claimIncomplete,
  ontologyManifestIncomplete,
  sourceMissing,
  anchorUnresolved,
  compiledTargetMissing,
  orphanWikiPage,
  ontologyFileMissing,
  inlineAnchorUnresolved,
  duplicateEntity,
  untraceable,
  secret,
  injection,
  citationTargetUnsupported,
  structuredDataMismatch,
  staleClaim,
  rawSourceCopied,
  producerDigestDiffers,
  compiledContradictsWiki,
  evalSuiteSmall,
]
