import { recordFields, recordKinds, type RecordKind } from '../../model/tables/run-fields.ts'
import { fileName } from '../../text/paths/paths.ts'
import { isObject } from '../read-fields.ts'

/** JSON beside records that has no schema; it is never validated as a record (AK-215, AK-228). */
export type ReportShape =
  | 'eval result'
  | 'usage record'
  | 'script report'
  | 'answer suite'
  | 'eval capture'
  | 'tool output'

type Raw = Readonly<Record<string, unknown>>

const has = (raw: Raw, ...names: readonly string[]): boolean => names.every((name) => Object.hasOwn(raw, name))

const reportShapes: Readonly<Record<ReportShape, (raw: Raw) => boolean>> = {
  'eval result': (raw) => Array.isArray(raw['results']) && (has(raw, 'summary') || has(raw, 'suite')),
  'usage record': (raw) => has(raw, 'citation_gaps', 'selected_files'),
  'script report': (raw) => Array.isArray(raw['findings']) && (has(raw, 'command') || has(raw, 'ok')),
  'answer suite': (raw) => isAnswerSuite(raw['cases']),
  'eval capture': (raw) => has(raw, 'eval_id', 'configuration') || has(raw, 'assertion_results', 'summary'),
  'tool output': (raw) => typeof raw['schemaVersion'] === 'number' && typeof raw['kind'] === 'string',
}

/** Cases that expect an answer instead of a selection (AK-236). */
function isAnswerSuite(cases: unknown): boolean {
  if (!Array.isArray(cases) || cases.length === 0) return false
  return cases.every(
    (item) =>
      isObject(item) &&
      !has(item, 'expected') &&
      (has(item, 'expected_output') || has(item, 'assertions') || has(item, 'required_context') || has(item, 'absent')),
  )
}

export function reportShapeOf(raw: Raw): ReportShape | undefined {
  return (Object.keys(reportShapes) as ReportShape[]).find((shape) => reportShapes[shape](raw))
}

/** Each of these fields alone identifies a kind; `inputs` or `query` may occur in any JSON. */
const signatures: Readonly<Partial<Record<RecordKind, string>>> = {
  'context-resolution': 'activated_packs',
  'source-map': 'claims',
  'selection-eval': 'cases',
}

/** Required fields of each kind, and those that no other kind requires. */
const required = recordKinds.map((kind) => {
  const names = requiredNames(kind)
  const others = new Set(recordKinds.filter((other) => other !== kind).flatMap(requiredNames))
  return { kind, names, own: names.filter((name) => !others.has(name)) }
})

function requiredNames(kind: RecordKind): readonly string[] {
  return Object.entries(recordFields[kind]).flatMap(([name, field]) => ('required' in field ? [name] : []))
}

/** The kind of a record, from its content; the file name only decides between candidates. */
export function recordKindOf(raw: Raw, file: string): RecordKind | undefined {
  let best: RecordKind | undefined
  let bestShare = 0
  for (const { kind, names, own } of required) {
    const signature = signatures[kind]
    const share = names.filter((name) => has(raw, name)).length / names.length
    const fits =
      (signature !== undefined && has(raw, signature)) || (share >= 0.5 && own.some((name) => has(raw, name)))
    if (fits && share > bestShare) {
      best = kind
      bestShare = share
    }
  }
  if (best) return best
  if (!has(raw, 'run_id', 'status')) return undefined
  return runName(String(raw['run_id']))?.kind ?? runName(fileName(file))?.kind
}

/** `context-2026-05-01T10-30-00Z` and `compile-20260507T100000Z`: both time forms are read. */
export function runName(
  name: string,
): { readonly kind: 'context-resolution' | 'compile-run'; readonly time: string } | undefined {
  const match = /^(context|compile)-(\d{4})-?(\d{2})-?(\d{2})T(\d{2})-?(\d{2})-?(\d{2})Z/.exec(name)
  if (!match) return undefined
  const [, kind, year, month, day, hour, minute, second] = match
  return {
    kind: kind === 'context' ? 'context-resolution' : 'compile-run',
    time: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
  }
}
