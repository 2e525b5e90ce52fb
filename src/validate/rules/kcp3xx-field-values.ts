import type { Code } from '../../model/codes.ts'
import type { Finding } from '../../model/diagnostic.ts'
import { manifestFields } from '../../model/tables/manifest-fields.ts'
import { checkFields, type FieldProblem } from '../../parse/check-fields.ts'
import type { ManifestRule } from '../rule.ts'

/** Types, vocabularies, ranges, dates and spellings of every declared field, by the manifest's table. */
export const manifestFieldValues: ManifestRule = {
  codes: ['KCP301', 'KCP302', 'KCP303', 'KCP307', 'KCP313', 'KCP314', 'KCP316', 'KCP320', 'KCP321', 'KCP322', 'KCP324', 'KCP607'],
  needs: 'head',
  check({ raw }, report) {
    checkFields(manifestFields, raw, (problem) => {
      const finding = toFinding(problem)
      if (finding) report(finding)
    })
  },
}

/** Spoken about by rules of their own, with better words. */
const elsewhere = /^\/(?:project|units)$|^\/units\/\d+(?:\/(?:id|path|intent))?$/

function toFinding(problem: FieldProblem): Finding | undefined {
  const { kind, pointer, field, expected, written, suggestion } = problem
  const shown = show(written)
  const help = suggestion ? { help: `Did you mean "${suggestion}"?` } : {}
  const fix = suggestion && typeof written === 'string' ? { replacement: { title: `Change to "${suggestion}"`, text: suggestion } } : {}
  switch (kind) {
    case 'missing':
    case 'empty':
      return undefined
    case 'type':
      return elsewhere.test(pointer) ? undefined : { code: 'KCP301', pointer, message: `The field "${field}" is ${shown}, not ${expected}.` }
    case 'value':
      return { code: valueCode(problem), pointer, message: `The value ${shown} of "${field}" is not ${expected}.`, ...help, ...fix }
    case 'range':
      return { code: 'KCP316', pointer, message: `The number ${shown} of "${field}" is not ${expected}.` }
    case 'date':
      return { code: 'KCP307', pointer, message: `The value ${shown} of "${field}" is not ${expected}.` }
    case 'url':
      return { code: 'KCP320', pointer, message: `The URL ${shown} of "${field}" does not use HTTPS.` }
    case 'single':
      return { code: 'KCP324', pointer, message: `The field "${field}" is ${shown}, not a list.`, replacement: { title: 'Make it a list', text: `[${JSON.stringify(written)}]` } }
    case 'too-long':
      return { code: 'KCP313', pointer, message: `The trigger ${shown} is longer than 60 characters.` }
    case 'too-many':
      return { code: 'KCP314', pointer, message: `The list "${field}" has ${(written as unknown[]).length} entries; the first 20 are used.` }
    case 'unknown':
      if (suggestion) return { code: 'KCP321', pointer, atKey: true, message: `The field "${field}" is not known here.`, ...help, replacement: { title: `Rename to "${suggestion}"`, text: suggestion } }
      return /^x-|^x_|[.:/]/.test(field) ? undefined : { code: 'KCP322', pointer, atKey: true, message: `The custom field "${field}" has no prefix.` }
  }
}

function valueCode(problem: FieldProblem): Code {
  if (problem.shape.type === 'choice' && problem.shape.unlisted === 'error') return 'KCP303'
  return /\/authority\/[^/]*$/.test(problem.pointer) ? 'KCP607' : 'KCP302'
}

function show(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : String(value)
}
