import type { Code } from '../../model/codes.ts'
import type { Report } from '../../model/diagnostic.ts'
import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { fieldPointer, isBlank, mappingsIn, type DeclaredMapping } from './declared.ts'

export interface RequiredTexts {
  readonly code: Code
  /** What an entry is called in a message. */
  readonly noun: string
  readonly fields: readonly string[]
}

/** Reports every entry of a list that is not a mapping or lacks a required text. */
export function reportIncompleteEntries(
  list: unknown,
  path: DeclaredMapping['path'],
  required: RequiredTexts,
  report: Report,
): void {
  if (!Array.isArray(list)) return
  for (const [position, entry] of list.entries()) {
    if (!isObject(entry))
      report({
        code: required.code,
        message: `The ${required.noun} is not a mapping of fields.`,
        pointer: pointer(...path, position),
      })
  }
  for (const entry of mappingsIn(list, path)) {
    for (const field of required.fields) {
      if (!isBlank(entry.fields[field])) continue
      const declared = Object.hasOwn(entry.fields, field)
      report({
        code: required.code,
        message: declared
          ? `The field "${field}" of the ${required.noun} is empty or not text.`
          : `The ${required.noun} has no "${field}".`,
        pointer: fieldPointer(entry, field),
      })
    }
  }
}
