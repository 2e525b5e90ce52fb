import type { PackRule } from '../../../rule.ts'

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
