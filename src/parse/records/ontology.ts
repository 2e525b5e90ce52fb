import { ontologyLists } from '../../model/tables/record-lists.ts'
import { fileStem } from '../../text/paths/paths.ts'
import { foldKey } from '../../text/compare.ts'
import { looseField, looseRecords, looseText, type LooseRecord } from './loose-records.ts'
import { isObject } from '../read-fields.ts'
import { pointer } from '../yaml/tree.ts'

/** The records of one file of ontology/; its name determines the kind where the content does not. */
export function readOntology(value: unknown, path: string): readonly LooseRecord[] {
  const stem = fileStem(path)
  return looseRecords(value, ontologyLists.get(foldKey(stem)) ?? stem, ontologyLists)
}

/** Declared type of an operational record: Signal, ResourceBundle, CampaignCell and so on (AK-277). */
export function objectNameOf(record: LooseRecord): string {
  const own = looseText(record.fields, 'objectType', '@type', 'kind', 'type')
  return (
    objectNames.find((name) => own !== undefined && foldKey(name) === foldKey(own)) ??
    objectOfKind.get(record.kind) ??
    record.kind
  )
}

export const objectNames = [
  'Signal',
  'Objective',
  'ResourceBundle',
  'CampaignCell',
  'ActionType',
  'DecisionGate',
  'ActionLog',
  'FeedbackLoop',
] as const

const objectOfKind: ReadonlyMap<string, string> = new Map([
  ['signal', 'Signal'],
  ['objective', 'Objective'],
  ['resource', 'ResourceBundle'],
  ['action-type', 'ActionType'],
  ['decision-gate', 'DecisionGate'],
  ['action-log', 'ActionLog'],
  ['feedback', 'FeedbackLoop'],
])

export interface OntologyManifest {
  readonly name: string | undefined
  readonly scope: string | undefined
  readonly state: string | undefined
  /** As written, relative to ontology/ or to the pack; absent when nothing is listed. */
  readonly files: readonly { readonly path: string; readonly pointer: string }[] | undefined
}

/** The manifest of an ontology, with any variant of its field names (AK-262). */
export function readOntologyManifest(value: unknown): OntologyManifest {
  const fields = isObject(value) ? value : {}
  const scope = looseField(fields, 'scope', 'summary', 'description', 'about')
  return {
    name: looseText(fields, 'name', 'title', 'label', 'graph', 'graphName', 'id'),
    scope: isObject(scope)
      ? looseText(scope, 'summary', 'description', 'text')
      : looseText(fields, 'scope', 'summary', 'description', 'about'),
    state: stateOf(fields),
    files: filesOf(fields),
  }
}

function stateOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const review = looseField(fields, 'review')
  return (
    looseText(fields, 'status', 'state', 'reviewStatus', 'reviewState', 'review') ??
    (isObject(review) ? looseText(review, 'status', 'state') : undefined)
  )
}

function filesOf(fields: Readonly<Record<string, unknown>>): OntologyManifest['files'] {
  const key = ['files', 'parts', 'modules', 'resources', 'fileList'].flatMap((name) =>
    Object.keys(fields).filter((written) => foldKey(written) === foldKey(name)),
  )[0]
  const listed = key === undefined ? undefined : fields[key]
  if (key === undefined || typeof listed !== 'object' || listed === null) return undefined
  const found = Object.entries(listed as Record<string, unknown>).flatMap(([place, item]) => {
    const at = pointer(key, Array.isArray(listed) ? Number(place) : place)
    if (typeof item === 'string') return [{ path: item, pointer: at }]
    const path = isObject(item) ? looseText(item, 'path', 'file', 'href', 'name') : undefined
    return path === undefined ? [] : [{ path, pointer: at }]
  })
  return found.length > 0 ? found : undefined
}
