import { governanceFields } from '../model/governance.ts'
import { isObject } from '../parse/read-fields.ts'

/** Values that restrict nothing. */
const harmless: Readonly<Record<string, unknown>> = { access: 'public', sensitivity: 'public', deprecated: false }
const informing = new Set(['kind', 'license', 'content_hash', 'trust'])

/** Names of the fields of a unit or manifest that restrict its use, by presence: formats without them would lose that. */
export function restrictingFields(raw: unknown): readonly string[] {
  if (!isObject(raw)) return []
  return governanceFields.filter(
    (name) => Object.hasOwn(raw, name) && !informing.has(name) && !(name in harmless && raw[name] === harmless[name]),
  )
}
