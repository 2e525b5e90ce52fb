import { declaredUnits } from '../../manifest-facts/declared.ts'
import { reportIncompleteEntries, type RequiredTexts } from '../../manifest-facts/incomplete-entries.ts'
import type { ManifestRule } from '../../rule.ts'

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

/** Entries of lists that lack a text without which they mean nothing. */
export const incompleteEntries: ManifestRule = {
  codes: [ofUnits, ...ofRoot].map(({ code }) => code),
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw))
      reportIncompleteEntries(fields[ofUnits.list], [...path, ofUnits.list], ofUnits, report)
    for (const required of ofRoot) reportIncompleteEntries(raw[required.list], [required.list], required, report)
  },
}
