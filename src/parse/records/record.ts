import type { Code } from '../../model/codes/codes.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import { limits } from '../../model/limits.ts'
import { queryEvalFields, recordFields, type RecordKind } from '../../model/tables/run-fields.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { checkFields, type FieldProblem } from '../check-fields.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import type { SourceDocument } from '../diagnose.ts'
import { parseJson } from '../yaml/json.ts'
import { isObject } from '../read-fields.ts'
import { recordKindOf, reportShapeOf, type ReportShape } from './record-kind.ts'
import { pointerParts } from '../yaml/tree.ts'

/** A JSON record as read; without a kind it is a report or unknown. */
export interface RecordReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  readonly kind?: RecordKind
  readonly report?: ReportShape
  readonly raw?: Record<string, unknown>
}

/** Reads a run record, a source map or a selection suite; the kind is detected from the content unless passed. */
export function readRecord(input: SourceText, file: string, kind?: RecordKind): RecordReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'RUN104', limit: 'RUN105' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings }
  const text = decoded.text
  const { tree, problems } = parseJson(text)
  if (!tree) {
    const findings = problems.map((problem): Finding => ({
      code: problem.kind === 'limit' ? 'RUN105' : 'RUN101',
      message: problem.message,
      span: problem.span,
    }))
    return { source: { file, text }, findings }
  }
  const source: SourceDocument = { file, text, locate: tree.locate }
  if (!isObject(tree.value))
    return {
      source,
      findings: [{ code: 'RUN102', message: `The document is ${showValue(tree.value)}, not an object.`, pointer: '' }],
    }
  return { source, ...readByKind(tree.value, file, kind) }
}

function readByKind(
  raw: Record<string, unknown>,
  file: string,
  named: RecordKind | undefined,
): Omit<RecordReading, 'source'> {
  const older =
    (named === undefined || named === 'selection-eval') && Array.isArray(raw['queries']) && !Object.hasOwn(raw, 'cases')
  if (older) {
    const note: Finding = {
      code: 'RUN305',
      message: 'The suite lists "queries" instead of "cases".',
      pointer: '/queries',
      atKey: true,
    }
    return {
      kind: 'selection-eval',
      raw,
      findings: [note, ...check(queryEvalFields, raw).filter((finding) => finding.code !== 'RUN303')],
    }
  }
  const report = named === undefined ? reportShapeOf(raw) : undefined
  if (report) return { report, raw, findings: [] }
  const kind = named ?? recordKindOf(raw, file)
  if (kind === undefined)
    return {
      raw,
      findings: [{ code: 'RUN103', message: 'The fields match none of the four kinds of record.', pointer: '' }],
    }
  return { kind, raw, findings: check(recordFields[kind], raw) }
}

function check(table: FieldTable, raw: Record<string, unknown>): readonly Finding[] {
  const findings: Finding[] = []
  checkFields(
    table,
    raw,
    (problem) => {
      const finding = toFinding(problem, raw)
      if (finding) findings.push(finding)
    },
    [],
    true,
  )
  return findings
}

function toFinding(problem: FieldProblem, raw: Record<string, unknown>): Finding | undefined {
  const { kind, pointer, field, expected, written, suggestion } = problem
  const help = suggestion === undefined ? {} : { help: `Did you mean "${suggestion}"?` }
  const isEntry = /\/\d+$/.test(pointer) && kind !== 'missing'
  const named = `${isEntry ? `An entry of "${field}"` : `The field "${field}"`}${ownerOf(raw, pointer)}`
  const finding = (code: Code, message: string): Finding => ({ code, pointer, message, ...help })
  switch (kind) {
    case 'missing':
      return finding('RUN201', `${named} is missing.`)
    case 'unknown':
      return { ...finding('RUN303', `${named} is not part of this record.`), atKey: true }
    case 'value':
      return finding('RUN302', `${named} is ${showValue(written)}, not ${expected}.`)
    case 'empty':
      // The schemas of records require one character, blank or not.
      return written === '' || Array.isArray(written) ? finding('RUN304', `${named} is empty.`) : undefined
    default:
      // They do not limit whole numbers, but our models do.
      if (problem.shape.type === 'integer' && Number.isInteger(written)) return undefined
      return finding('RUN301', `${named} is ${showValue(written)}, not ${expected}.`)
  }
}

/** The lists whose entries have a name. */
const owners = new Map([
  ['activated_packs', { noun: 'pack', key: 'name' }],
  ['chapters', { noun: 'chapter', key: 'id' }],
  ['claims', { noun: 'claim', key: 'claim_id' }],
  ['document_sections', { noun: 'section', key: 'section_id' }],
  ['cases', { noun: 'case', key: 'id' }],
])

/** Names the claim, case or pack of a finding, so that users need not count entries (AK-253). */
function ownerOf(raw: Record<string, unknown>, pointer: string): string {
  const [name = '', index] = pointerParts(pointer)
  const owner = owners.get(name)
  const list = raw[name]
  const item: unknown = Array.isArray(list) ? list[Number(index)] : undefined
  const label = owner && isObject(item) ? item[owner.key] : undefined
  return owner && typeof label === 'string' ? ` of ${owner.noun} ${showValue(label)}` : ''
}
