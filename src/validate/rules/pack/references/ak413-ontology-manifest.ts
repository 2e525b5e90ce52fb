import { statusScale } from '../../../../model/tables/status-scale.ts'
import type { Finding } from '../../../../model/codes/diagnostic.ts'
import type { PackHead } from '../../../../model/documents/pack.ts'
import { readOntology, readOntologyManifest } from '../../../../parse/records/ontology.ts'
import { normalizePath, pathProblem } from '../../../../text/paths/paths.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import type { Folder } from '../../../folder.ts'
import { jsonFile, reportInJson, type JsonFile } from '../../../pack-facts/json-file.ts'
import { findTarget } from '../../../pack-facts/pack-target.ts'
import type { PackRule } from '../../../rule.ts'

/** The manifest that the pack declares, else the usual one. */
function ontologyManifestFile(head: PackHead, folder: Folder): JsonFile | undefined {
  const declared = head.metadata?.primaryOntology
  if (declared === undefined || pathProblem(declared)) return jsonFile(folder, 'ontology/ontology.json')
  return declared.endsWith('.json') ? jsonFile(folder, normalizePath(declared)) : undefined
}

/** AK ontology packs: the manifest names the graph, summarises its scope, lists its files and states its review. */
export const ontologyManifestIncomplete: PackRule = {
  codes: ['AK326'],
  needs: 'files',
  check({ head }, report, folder) {
    const file = ontologyManifestFile(head, folder)
    if (!file?.tree) return
    const { name, scope, files, state } = readOntologyManifest(file.tree.value)
    const hasRecords = readOntology(file.tree.value, file.path).some(({ pointer }) => pointer !== '')
    const problems: string[] = []
    if (name === undefined) problems.push('does not name the graph')
    if (scope === undefined) problems.push('does not summarise its scope')
    if (files === undefined && !hasRecords) problems.push('lists no files')
    if (state === undefined) problems.push('does not state whether it is draft, reviewed, stale or disputed')
    else if (!statusScale.has(state.toLowerCase()))
      problems.push(`states ${showValue(state)}, not draft, reviewed, stale or disputed`)
    const findings = problems.map((problem): Finding => {
      return { code: 'AK326', message: `The ontology manifest ${problem}.`, pointer: '' }
    })
    reportInJson(file, findings, report)
  },
}

export const ontologyFileMissing: PackRule = {
  codes: ['AK413', 'AK501'],
  needs: 'files',
  check({ head }, report, folder) {
    const file = ontologyManifestFile(head, folder)
    if (!file?.tree) return
    const findings = (readOntologyManifest(file.tree.value).files ?? []).flatMap(({ path, pointer }): Finding[] => {
      const { kind } = findTarget(folder, path, file.path)
      const subject = `The ontology manifest lists ${showValue(path)}`
      if (kind === 'outside') return [{ code: 'AK501', message: `${subject}, which leaves the pack.`, pointer }]
      return kind === 'missing' ? [{ code: 'AK413', message: `${subject}, which does not exist.`, pointer }] : []
    })
    reportInJson(file, findings, report)
  },
}
