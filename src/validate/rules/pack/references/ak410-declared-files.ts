import { pathProblem } from '../../../../text/paths/paths.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { licenseFile } from '../../../pack-facts/declared-paths.ts'
import { findTarget } from '../../../pack-facts/pack-target.ts'
import type { PackRule } from '../../../rule.ts'

export const licenseFileMissing: PackRule = {
  codes: ['AK410'],
  needs: 'files',
  check({ head }, report, folder) {
    const path = head.license === undefined ? undefined : licenseFile(head.license)
    if (path === undefined || pathProblem(path) || findTarget(folder, path).kind === 'file') return
    report({
      code: 'AK410',
      message: `The licence names the file ${showValue(path)}, which is not in the pack.`,
      pointer: '/license',
    })
  },
}

export const contentOntologyWithoutFolder: PackRule = {
  codes: ['AK411'],
  needs: 'files',
  check({ head }, report, folder) {
    if (head.type !== 'content-ontology' || folder.hasFolder('ontology')) return
    report({
      code: 'AK411',
      message: 'The type is "content-ontology", but the pack has no "ontology/".',
      pointer: '/type',
    })
  },
}
