import type { PackRule } from '../../rule.ts'
import { compiledIndexBroken } from './ak112-compiled-index-broken.ts'
import { folderUnknown } from './ak114-folder-unknown.ts'
import { contextMapLine } from './ak327-context-map-line.ts'
import { primaryDocumentMissing } from './ak401-primary-document-missing.ts'
import { primaryPathUndeclared } from './ak402-primary-path-undeclared.ts'
import { primaryMaps } from './ak403-primary-maps.ts'
import { brokenLink } from './ak406-broken-link.ts'
import { licenseFileMissing } from './ak410-license-file-missing.ts'
import { contentOntologyWithoutFolder } from './ak411-content-ontology-without-folder.ts'
import { guidePathEscape } from './ak501-guide-path-escape.ts'
import { personaBoundariesIncomplete } from './ak604-persona-boundaries-incomplete.ts'

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
