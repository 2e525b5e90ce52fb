import type { PackRule } from '../../rule.ts'
import { jsonInvalid } from './ak111-json-invalid.ts'
import { contentUnchecked } from './ak113-content-unchecked.ts'
import { coverageStatusUnknown } from './ak323-coverage-status-unknown.ts'
import { evidenceStatusUnknown } from './ak329-evidence-status-unknown.ts'
import { targetKindUnknown } from './ak324-target-kind-unknown.ts'
import { claimIncomplete } from './ak325-claim-incomplete.ts'
import { ontologyManifestIncomplete } from './ak326-ontology-manifest-incomplete.ts'
import { sourceMissing } from './ak407-source-missing.ts'
import { anchorUnresolved } from './ak408-anchor-unresolved.ts'
import { compiledTargetMissing } from './ak409-compiled-target-missing.ts'
import { orphanWikiPage } from './ak412-orphan-wiki-page.ts'
import { ontologyFileMissing } from './ak413-ontology-file-missing.ts'
import { inlineAnchorUnresolved } from './ak414-inline-anchor-unresolved.ts'
import { duplicateEntity } from './ak415-duplicate-entity.ts'
import { untraceable } from './ak601-untraceable.ts'
import { secret } from './ak602-secret.ts'
import { injection } from './ak603-injection.ts'
import { citationTargetUnsupported } from './ak606-citation-target-unsupported.ts'
import { structuredDataMismatch } from './ak607-structured-data-mismatch.ts'
import { staleClaim } from './ak608-stale-claim.ts'
import { rawSourceCopied } from './ak609-raw-source-copied.ts'
import { producerDigestDiffers } from './ak610-producer-digest-differs.ts'
import { compiledContradictsWiki } from './ak611-compiled-contradicts-wiki.ts'
import { evalSuiteSmall } from './ak801-eval-suite-small.ts'

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
