import type { Field, FieldTable } from '../../model/tables/fields.ts'
import { checkFields, type FieldProblem } from '../../parse/check-fields.ts'
import { isObject, readFields } from '../../parse/read-fields.ts'
import { WrittenNumbers } from '../../parse/yaml/tree.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { didYouMean } from '../../text/messages/suggest.ts'
import type { ToolArguments } from './tool.ts'

/** Models write one argument under several names; the listed name has precedence. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: ['names', 'ref', 'refs', 'pack', 'packs', 'manifest', 'unit'],
}

type ReadArguments =
  | { readonly args: ToolArguments }
  /** Sentences for the model. */
  | { readonly problems: readonly string[] }

/** Reads arguments as a model writes them; unknown ones are ignored, unless a program wrote them. */
export function readArguments(
  table: FieldTable,
  written: unknown,
  { refuseUnknown = false }: { readonly refuseUnknown?: boolean } = {},
): ReadArguments {
  const given = written ?? {}
  if (!isObject(given)) return { problems: ['The arguments are not an object.'] }
  const unknown = refuseUnknown ? unknownNames(table, given) : []
  if (unknown.length > 0) return { problems: unknown }
  const fields = forgiven(table, given)
  const problems: string[] = []
  checkFields(table, fields, (problem) => problems.push(sentenceOf(problem)))
  if (problems.length > 0) return { problems }
  return { args: readFields<Record<never, never>>(table, fields, new WrittenNumbers()) }
}

const sentenceOf = ({ kind, field, expected }: FieldProblem): string =>
  kind === 'missing' ? `The argument "${field}" is missing.` : `The argument "${field}" is not ${expected}.`

/**
 * Corrects values whose meaning is certain: `null` is absent, `"400"` is a number, one text is a list of one.
 * Other values stay for the check to refuse.
 */
function forgiven(table: FieldTable, given: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(table).flatMap(([name, field]) => {
    const names = [name, ...(otherNames[name] ?? [])]
    const value = names.map((known) => (Object.hasOwn(given, known) ? given[known] : undefined)).find(isPresent)
    return value === undefined ? [] : [[name, asField(value, field)] as const]
  })
  return Object.fromEntries(found)
}

function unknownNames(table: FieldTable, given: Record<string, unknown>): readonly string[] {
  const known = new Set(Object.keys(table).flatMap((name) => [name, ...(otherNames[name] ?? [])]))
  return Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => [`There is no argument ${showValue(name)}.`, didYouMean(name, Object.keys(table))].join(' ').trim())
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

function asField(value: unknown, { type }: Field): unknown {
  switch (type) {
    case 'list':
      return asList(value)
    case 'number':
      return typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : value
    case 'text':
    case 'choice':
      return asText(value)
    default:
      return value
  }
}

function asText(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? value.filter(isPresent) : [value]
  if (others.length > 0) return value
  return typeof only === 'number' ? String(only) : only
}

function asList(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isPresent).map(asText)
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'string') return value
  return value.trim() === '' ? [] : (writtenList(value) ?? [value])
}

/** Some models write a list as JSON text. */
function writtenList(text: string): readonly unknown[] | undefined {
  if (!/^\s*\[[^]*\]\s*$/.test(text)) return undefined
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch {
    return undefined
  }
}
