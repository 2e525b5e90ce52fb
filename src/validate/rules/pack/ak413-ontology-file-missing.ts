import type { Finding } from '../../../model/diagnostic.ts'
import { readOntologyManifest } from '../../../parse/records/ontology.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import { ontologyManifestFile } from '../../pack-facts/ontology-manifest-file.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'

export const ontologyFileMissing: PackRule = {
  codes: ['AK413', 'AK501'],
  needs: 'files',
  check({ head }, report, folder) {
    const file = ontologyManifestFile(head, folder)
    if (!file?.tree) return
    const findings = (readOntologyManifest(file.tree.value).files ?? []).flatMap(({ path, pointer }): Finding[] => {
      const target = findTarget(folder, path, file.path)
      if (target.kind === 'outside')
        return [
          { code: 'AK501', message: `The ontology manifest lists ${showValue(path)}, which leaves the pack.`, pointer },
        ]
      return target.kind === 'missing'
        ? [{ code: 'AK413', message: `The ontology manifest lists ${showValue(path)}, which does not exist.`, pointer }]
        : []
    })
    reportInJson(file, findings, report)
  },
}
