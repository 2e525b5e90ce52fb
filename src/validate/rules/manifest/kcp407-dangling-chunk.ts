import { danglingReporter } from '../../manifest-facts/dangling.ts'
import type { ManifestRule } from '../../rule.ts'

export const danglingChunk: ManifestRule = {
  codes: ['KCP407'],
  needs: 'head',
  check({ manifest, units }, report) {
    const check = danglingReporter('KCP407', units, report)
    for (const { id, index, hints } of manifest.units) {
      check({
        id: hints?.chunkOf,
        path: ['units', index, 'hints', 'chunk_of'],
        subject: () => `The unit "${id}" is a chunk of`,
      })
    }
  },
}
