import type { Code } from '../../../../model/codes/codes.ts'
import type { Span } from '../../../../model/codes/diagnostic.ts'
import { findInjections } from '../../../../text/detect/injection.ts'
import { indexLines } from '../../../../text/positions/lines.ts'
import { normalizePath, pathProblem } from '../../../../text/paths/paths.ts'
import { findSecrets } from '../../../../text/detect/secrets.ts'
import type { ManifestRule } from '../../../rule.ts'
import { unitTextAt } from '../../../manifest-facts/unit-text.ts'

const detectors: readonly { readonly code: Code; readonly message: string; find(text: string): readonly Span[] }[] = [
  { code: 'KCP609', message: 'This is a possible secret', find: findSecrets },
  { code: 'KCP610', message: 'This text addresses the model', find: findInjections },
]

const shownPerFile = 20

/** Reports the position, never the text. A file that several units share is scanned once. */
export const unitText: ManifestRule = {
  codes: ['KCP609', 'KCP610'],
  needs: 'files',
  check({ manifest }, report, folder) {
    const paths = manifest.units.map((unit) => unit.path).filter((path) => !pathProblem(path))
    for (const path of new Set(paths.map(normalizePath))) {
      const text = unitTextAt(folder, path)
      if (text === undefined) continue
      for (const { code, message, find } of detectors) {
        const spans = find(text)
        if (spans.length === 0) continue
        const lines = indexLines(text)
        const more =
          spans.length > shownPerFile ? `; ${spans.length - shownPerFile} more places in this file are not shown` : ''
        for (const span of spans.slice(0, shownPerFile))
          report({ code, message: `${message}${more}.`, file: path, range: lines.range(span) })
      }
    }
  },
}
