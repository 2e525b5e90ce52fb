import { isObject } from '../../../../parse/read-fields.ts'
import { declaredUnits } from '../../../manifest-facts/declared.ts'
import { reportIncompleteEntries, type RequiredTexts } from '../../../manifest-facts/incomplete-entries.ts'
import type { ManifestRule } from '../../../rule.ts'

const ofUnits: RequiredTexts & { readonly list: string } = {
  code: 'KCP213',
  list: 'external_depends_on',
  noun: 'external dependency',
  fields: ['manifest', 'unit'],
}
const ofRoot: readonly (typeof ofUnits)[] = [
  {
    code: 'KCP214',
    list: 'external_relationships',
    noun: 'external relationship',
    fields: ['from_unit', 'to_unit', 'type'],
  },
  { code: 'KCP215', list: 'relationships', noun: 'relationship', fields: ['from', 'to', 'type'] },
  { code: 'KCP216', list: 'manifests', noun: 'federated manifest', fields: ['id', 'url'] },
]

const ofComposition: readonly (typeof ofUnits)[] = [
  { code: 'KCP725', list: 'includes', noun: 'include', fields: ['source'] },
  { code: 'KCP725', list: 'overrides', noun: 'override', fields: ['id'] },
]

/** Entries of lists that lack a text without which they mean nothing. */
export const incompleteEntries: ManifestRule = {
  codes: [...new Set([ofUnits, ...ofRoot, ...ofComposition].map(({ code }) => code))],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw))
      reportIncompleteEntries(fields[ofUnits.list], [...path, ofUnits.list], ofUnits, report)
    for (const required of ofRoot) reportIncompleteEntries(raw[required.list], [required.list], required, report)
    const { composition } = raw
    if (isObject(composition))
      for (const required of ofComposition)
        reportIncompleteEntries(composition[required.list], ['composition', required.list], required, report)
  },
}
