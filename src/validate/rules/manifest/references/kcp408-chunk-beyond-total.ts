import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** A chunk without a total is checked against that of its parent. */
export const chunkBeyondTotal: ManifestRule = {
  codes: ['KCP408'],
  needs: 'head',
  check({ manifest, units }, report) {
    for (const { id, index, hints } of manifest.units) {
      const total = hints?.totalChunks ?? units.get(hints?.chunkOf ?? '')?.hints?.chunkCount
      if (hints?.chunkIndex === undefined || total === undefined || hints.chunkIndex <= total) continue
      report({
        code: 'KCP408',
        message: `The unit "${id}" is chunk ${hints.chunkIndex} of ${total}.`,
        pointer: pointer('units', index, 'hints', 'chunk_index'),
      })
    }
  },
}
