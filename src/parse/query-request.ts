import type { Diagnostic, Finding } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Query, QueryRequest } from '../model/reading/query.ts'
import { queryFields } from '../model/tables/query-fields.ts'
import { showValue } from '../text/messages/show-value.ts'
import { didYouMean } from '../text/messages/suggest.ts'
import { checkFields, type FieldProblem } from './check-fields.ts'
import { decodeSource, type SourceText } from './decode.ts'
import { diagnose, type SourceDocument } from './diagnose.ts'
import { isObject, readFields } from './read-fields.ts'
import { WrittenNumbers } from './yaml/tree.ts'
import { parseYaml } from './yaml/yaml.ts'

export interface QueryReading {
  /** Absent when the request has an error: an invalid filter is never dropped. */
  readonly query?: Query
  readonly findings: readonly Finding[]
}

/** Reads a request as passed by callers (KCP §15.2). Without `now` it is not known whether it names today. */
export function readQuery(request: unknown, now?: Date): QueryReading {
  if (!isObject(request))
    return {
      findings: [
        { code: 'KCP803', message: `The request is ${showValue(request)}, not a mapping of fields.`, pointer: '' },
      ],
    }
  const findings: Finding[] = []
  const fields = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
  checkFields(queryFields, fields, (problem) => findings.push(toFinding(problem)))
  if (findings.some(({ code }) => code === 'KCP803')) return { findings }
  const read = readFields(queryFields, fields, new WrittenNumbers())
  if (now && read.includeAllTemporal && read.asOf !== undefined && read.asOf !== now.toISOString().slice(0, 10))
    return { findings: [...findings, temporalConflict] }
  // An empty term matches nothing in particular.
  const query = read.terms ? { ...read, terms: read.terms.filter((term) => term.trim() !== '') } : read
  return { query, findings: [...findings, ...unmatchable(query)] }
}

/** KCP §15.13: one asks for a day, the other for every day. */
const temporalConflict: Finding = {
  code: 'KCP806',
  message: 'The fields "as_of" and "include_all_temporal" cannot be combined unless "as_of" is today.',
  pointer: '/include_all_temporal',
}

/** Reads a request written as YAML or JSON. */
export function parseQuery(
  text: SourceText,
  { file = 'request' }: { readonly file?: string } = {},
): { readonly request?: QueryRequest; readonly diagnostics: readonly Diagnostic[] } {
  const decoded = decodeSource(text, limits.documentBytes, { notUtf8: 'KCP803', limit: 'KCP803' })
  if (decoded.text === undefined) return { diagnostics: diagnose(decoded.findings, { file, text: '' }) }
  const { tree, problems } = parseYaml(decoded.text)
  if (!tree)
    return {
      diagnostics: diagnose(
        problems.map(({ kind: _kind, ...problem }) => ({ code: 'KCP803', ...problem })),
        { file, text: decoded.text },
      ),
    }
  const source: SourceDocument = { file, text: decoded.text, locate: tree.locate }
  const request = tree.value ?? {}
  const { query, findings } = readQuery(request)
  return { ...(query ? { request: request as QueryRequest } : {}), diagnostics: diagnose(findings, source) }
}

/** A misspelled field is an error, because its filter would not be applied; a field of another tool is not. */
function toFinding({ kind, pointer, field, expected, written, suggestion }: FieldProblem): Finding {
  const help = suggestion === undefined ? {} : { help: `Did you mean "${suggestion}"?` }
  switch (kind) {
    case 'unknown':
      return {
        code: suggestion === undefined ? 'KCP804' : 'KCP803',
        message: `The field "${field}" is unknown in a query.`,
        pointer,
        atKey: true,
        ...help,
      }
    case 'too-many':
    case 'too-long':
      return {
        code: 'KCP803',
        message: `The field "${field}" has too ${kind === 'too-many' ? 'many values' : 'long a value'}.`,
        pointer,
        help: 'Use at most 100 terms of at most 1000 characters.',
      }
    default:
      return {
        code: 'KCP803',
        message: `The field "${field}" is ${showValue(written)}, not ${expected}.`,
        pointer,
        ...help,
      }
  }
}

/** Words that no unit can have. */
function unmatchable({ audience, breadth }: Query): readonly Finding[] {
  const filters = [
    ['audience', audience, queryFields.audience.of],
    ['scope', breadth, queryFields.scope.of],
  ] as const
  return filters.flatMap(([field, word, known]) => {
    if (word === undefined || (known as readonly string[]).includes(word)) return []
    const help = didYouMean(word, known)
    return [
      {
        code: 'KCP804',
        message: `No unit can have the ${field} ${showValue(word)}; there are ${known.join(', ')}.`,
        pointer: `/${field}`,
        ...(help === undefined ? {} : { help }),
      },
    ]
  })
}
