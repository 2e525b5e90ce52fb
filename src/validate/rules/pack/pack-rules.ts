import type { PackRule } from '../../rule.ts'
import { compiledIndexBroken, jsonInvalid } from './file/ak111-json-invalid.ts'
import { contentUnchecked } from './file/ak113-content-unchecked.ts'
import { folderUnknown } from './file/ak114-folder-unknown.ts'
import { untraceable } from './governance/ak601-untraceable.ts'
import { injectionInText, secretInText } from './governance/ak602-secrets-and-injections.ts'
import { personaBoundariesIncomplete } from './governance/ak604-persona-boundaries-incomplete.ts'
import { citationTargetUnsupported, structuredDataMismatch } from './governance/ak606-answer-records.ts'
import { staleClaim } from './governance/ak608-stale-claim.ts'
import { rawSourceCopied } from './governance/ak609-raw-source-copied.ts'
import { producerDigestDiffers } from './governance/ak610-producer-digest-differs.ts'
import { compiledContradictsWiki } from './governance/ak611-compiled-contradicts-wiki.ts'
import { packHeadRules } from './pack-head-rules.ts'
import { primaryDocumentMissing, primaryMaps, primaryPathUndeclared } from './references/ak401-primary-paths.ts'
import { brokenLink, guidePathEscape } from './references/ak406-guide-links.ts'
import { anchorUnresolved, compiledTargetMissing, sourceMissing } from './references/ak407-source-map.ts'
import { contentOntologyWithoutFolder, licenseFileMissing } from './references/ak410-declared-files.ts'
import { duplicateEntity, orphanWikiPage } from './references/ak412-wiki-pages.ts'
import { ontologyFileMissing, ontologyManifestIncomplete } from './references/ak413-ontology-manifest.ts'
import { inlineAnchorUnresolved } from './references/ak414-inline-anchor-unresolved.ts'
import { evalSuiteSmall } from './selection/ak801-eval-suite-small.ts'
import { coverageStatusUnknown, evidenceStatusUnknown, targetKindUnknown } from './values/ak323-record-words.ts'
import { claimIncomplete } from './values/ak325-claim-incomplete.ts'
import { contextMapLine } from './values/ak327-context-map-line.ts'
import { invalidPackRecords } from './values/ak328-pack-records.ts'

/** The body of KNOWLEDGE.md, and the folder that it describes. */
const guideRules = [
  contextMapLine,
  guidePathEscape,
  brokenLink,
  primaryDocumentMissing,
  primaryPathUndeclared,
  primaryMaps,
  licenseFileMissing,
  contentOntologyWithoutFolder,
  personaBoundariesIncomplete,
  compiledIndexBroken,
  folderUnknown,
]

/** The files of a pack. Rules read them in this order until a limit is reached; AK113 reports the rest. */
const contentRules = [
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
  secretInText,
  injectionInText,
  citationTargetUnsupported,
  structuredDataMismatch,
  staleClaim,
  rawSourceCopied,
  producerDigestDiffers,
  compiledContradictsWiki,
  evalSuiteSmall,
]

export const packRules: readonly PackRule[] = [...packHeadRules, ...guideRules, invalidPackRecords, ...contentRules]
