import type { Finding } from '../../../model/diagnostic.ts'
import { readOntology, readOntologyManifest } from '../../../parse/records/ontology.ts'
import { statusScale } from '../../../model/status-scale.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import { ontologyManifestFile } from '../../pack-facts/ontology-manifest-file.ts'
import type { PackRule } from '../../rule.ts'

/** AK ontology packs: the manifest names the graph, summarises its scope, lists its files and states its review. */
export const ontologyManifestIncomplete: PackRule = {
  codes: ['AK326'],
  needs: 'files',
  check({ head }, report, folder) {
    const file = ontologyManifestFile(head, folder)
    if (!file?.tree) return
    const { name, scope, files, state } = readOntologyManifest(file.tree.value)
    const hasRecords = readOntology(file.tree.value, file.path).some(({ pointer }) => pointer !== '')
    const findings = [
      ...(name === undefined ? [incomplete('The ontology manifest does not name the graph.')] : []),
      ...(scope === undefined ? [incomplete('The ontology manifest does not summarise its scope.')] : []),
      ...(files === undefined && !hasRecords ? [incomplete('The ontology manifest lists no files.')] : []),
      ...(state === undefined
        ? [incomplete('The ontology manifest does not state whether it is draft, reviewed, stale or disputed.')]
        : []),
      ...(state !== undefined && !statusScale.has(state.toLowerCase())
        ? [incomplete(`The ontology manifest states ${showValue(state)}, not draft, reviewed, stale or disputed.`)]
        : []),
    ]
    reportInJson(file, findings, report)
  },
}

const incomplete = (message: string): Finding => ({ code: 'AK326', message, pointer: '' })
