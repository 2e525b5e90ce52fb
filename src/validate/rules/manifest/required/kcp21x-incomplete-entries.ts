import type { Code } from '../../../../model/codes/codes.ts'
import type { Report } from '../../../../model/codes/diagnostic.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import {
  declaredUnits,
  fieldPointer,
  isBlank,
  mappingsIn,
  type DeclaredMapping,
} from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** A list whose entries need these texts to mean anything. */
interface Row {
  readonly code: Code
  readonly list: string
  /** What an entry is called in a message. */
  readonly noun: string
  readonly required: readonly string[]
}

const ofUnits: readonly Row[] = [
  { code: 'KCP213', list: 'external_depends_on', noun: 'external dependency', required: ['manifest', 'unit'] },
]

const ofRoot: readonly Row[] = [
  {
    code: 'KCP214',
    list: 'external_relationships',
    noun: 'external relationship',
    required: ['from_unit', 'to_unit', 'type'],
  },
  { code: 'KCP215', list: 'relationships', noun: 'relationship', required: ['from', 'to', 'type'] },
  { code: 'KCP216', list: 'manifests', noun: 'federated manifest', required: ['id', 'url'] },
]

const ofComposition: readonly Row[] = [
  { code: 'KCP725', list: 'includes', noun: 'include', required: ['source'] },
  { code: 'KCP725', list: 'overrides', noun: 'override', required: ['id'] },
]

export const incompleteEntries: ManifestRule = {
  codes: [...new Set([...ofUnits, ...ofRoot, ...ofComposition].map(({ code }) => code))],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) checkLists(unit, ofUnits, report)
    checkLists({ fields: raw, path: [] }, ofRoot, report)
    const { composition } = raw
    if (isObject(composition)) checkLists({ fields: composition, path: ['composition'] }, ofComposition, report)
  },
}

function checkLists({ fields, path }: DeclaredMapping, rows: readonly Row[], report: Report): void {
  for (const row of rows) {
    const entries = fields[row.list]
    if (!Array.isArray(entries)) continue
    const at = [...path, row.list]
    for (const [position, entry] of entries.entries()) {
      if (isObject(entry)) continue
      const message = `The ${row.noun} is not a mapping of fields.`
      report({ code: row.code, message, pointer: pointer(...at, position) })
    }
    for (const entry of mappingsIn(entries, at)) checkEntry(entry, row, report)
  }
}

function checkEntry(entry: DeclaredMapping, { code, noun, required }: Row, report: Report): void {
  for (const field of required) {
    if (!isBlank(entry.fields[field])) continue
    const message = Object.hasOwn(entry.fields, field)
      ? `The field "${field}" of the ${noun} is empty or not text.`
      : `The ${noun} has no "${field}".`
    report({ code, message, pointer: fieldPointer(entry, field) })
  }
}
