import { readAnswers } from '../../parse/records/answers.ts'
import type { LooseRecord } from '../../parse/records/loose-records.ts'
import { objectNameOf, objectNames, readOntology } from '../../parse/records/ontology.ts'
import type { Folder } from '../folder.ts'
import { jsonFile } from '../pack-facts/json-file.ts'
import { compareText } from '../../text/compare.ts'

export interface RecordCounts {
  /** JSON files of ontology/ and answers/ with the number of their records; `undefined` where the file is not JSON. */
  readonly files: readonly { readonly path: string; readonly records: number | undefined }[]
  /** Operational records by the name of their object: Signal, Objective and so on (AK-277). */
  readonly objects: Readonly<Record<string, number>>
}

const manifest = 'ontology/ontology.json'
const isObjectName: ReadonlySet<string> = new Set(objectNames)

/** Counts the records of ontology/ and answers/ (AK-276, AK-284), without the ontology manifest. */
export function countRecords(folder: Folder): RecordCounts {
  const counted = folder.files
    .filter((path) => /^(?:ontology|answers)\/[^/]+\.json$/.test(path) && path !== manifest)
    .map((path) => ({ path, records: recordsIn(folder, path) }))
  const objects = new Map<string, number>()
  for (const record of counted.flatMap(({ records }) => records ?? [])) {
    const name = objectNameOf(record)
    if (isObjectName.has(name)) objects.set(name, (objects.get(name) ?? 0) + 1)
  }
  return {
    files: counted.map(({ path, records }) => ({ path, records: records?.length })),
    objects: Object.fromEntries([...objects].sort(([a], [b]) => compareText(a, b))),
  }
}

function recordsIn(folder: Folder, path: string): readonly LooseRecord[] | undefined {
  const tree = jsonFile(folder, path)?.tree
  if (!tree) return undefined
  return path.startsWith('ontology/') ? readOntology(tree.value, path) : readAnswers(tree.value, path)
}
