import { isObject } from '../../parse/read-fields.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { digest } from '../../text/bytes/digest.ts'

/** Lists the files that `publish` wrote; only those may be replaced. */
export const publishRecordPath = '.lorefence-publish.json'

export function publishRecordText(files: ReadonlyMap<string, Uint8Array>): string {
  const digests = Object.fromEntries(
    [...files].map(([path, bytes]) => [path, digest(bytes)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const record = { tool: 'lorefence publish', sha256: digest(JSON.stringify(digests)), files: digests }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** Digest by path; `undefined` for a record that somebody else wrote or changed. */
export function readPublishRecord(text: string): ReadonlyMap<string, string> | undefined {
  const value = parseJson(text).tree?.value
  if (!isObject(value) || value['tool'] !== 'lorefence publish' || !isObject(value['files'])) return undefined
  if (digest(JSON.stringify(value['files'])) !== value['sha256']) return undefined
  return new Map(
    Object.entries(value['files']).flatMap(([path, sum]) => (typeof sum === 'string' ? [[path, sum] as const] : [])),
  )
}
