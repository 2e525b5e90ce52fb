import type { ManifestRule } from '../../../rule.ts'
import { unitTextAt } from '../../../manifest-facts/unit-text.ts'

/** One finding for all unchecked files, reported at the first. */
export const unitContentUnchecked: ManifestRule = {
  codes: ['KCP110'],
  needs: 'files',
  check({ manifest }, report, folder) {
    for (const { path } of manifest.units) unitTextAt(folder, path)
    const [first, ...others] = folder.unchecked
    if (first === undefined) return
    const subject = others.length === 0 ? `The file "${first}" is` : `The file "${first}" and ${others.length} more are`
    report({ code: 'KCP110', message: `${subject} too large to be checked.`, file: first })
  },
}
