import type { PackHead } from '../../model/pack.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import type { Folder } from '../folder.ts'
import { jsonFile, type JsonFile } from './json-file.ts'

/** The manifest that the pack declares, else the usual one. */
export function ontologyManifestFile(head: PackHead, folder: Folder): JsonFile | undefined {
  const declared = head.metadata?.primaryOntology
  if (declared === undefined || pathProblem(declared)) return jsonFile(folder, 'ontology/ontology.json')
  return declared.endsWith('.json') ? jsonFile(folder, normalizePath(declared)) : undefined
}
