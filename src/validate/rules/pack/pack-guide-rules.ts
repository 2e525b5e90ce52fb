import type { PackRule } from '../../rule.ts'
import { compiledIndexBroken } from './file/ak112-compiled-index-broken.ts'
import { folderUnknown } from './file/ak114-folder-unknown.ts'
import { contextMapLine } from './values/ak327-context-map-line.ts'
import { primaryDocumentMissing } from './references/ak401-primary-document-missing.ts'
import { primaryPathUndeclared } from './references/ak402-primary-path-undeclared.ts'
import { primaryMaps } from './references/ak403-primary-maps.ts'
import { brokenLink } from './references/ak406-broken-link.ts'
import { licenseFileMissing } from './references/ak410-license-file-missing.ts'
import { contentOntologyWithoutFolder } from './references/ak411-content-ontology-without-folder.ts'
import { guidePathEscape } from './paths/ak501-guide-path-escape.ts'
import { personaBoundariesIncomplete } from './governance/ak604-persona-boundaries-incomplete.ts'

/** Rules of the body of KNOWLEDGE.md, and of the folder that it describes. */
export const packGuideRules: readonly PackRule[] = [
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
