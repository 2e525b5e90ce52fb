import { readClaimRecords } from '../../parse/records/claim-records.ts'
import { indexLines } from '../../text/positions/lines.ts'
import type { Folder } from '../folder.ts'
import { sourceMapOf } from './pack-source-map.ts'
import { isMarkdown, textFiles } from './text-files.ts'

/** A claim of a pack: a row of its source map, or a record in the text of its fact layers (AK-252). */
export interface PackClaim {
  readonly id?: string
  readonly text: string
  readonly status?: string
  /** `path#anchor` as written. */
  readonly source?: string
  readonly updated?: string
  /** Where the claim is kept. */
  readonly path: string
  readonly line?: number
}

export function claimsIn(folder: Folder): readonly PackClaim[] {
  const mapped = (sourceMapOf(folder)?.claims ?? []).map(
    ({ claimId, text = '', status, reference, path }): PackClaim => ({
      ...(claimId === undefined ? {} : { id: claimId }),
      text,
      ...(status === undefined ? {} : { status }),
      ...(reference || path !== undefined ? { source: reference?.text ?? path ?? '' } : {}),
      path: 'indexes/source-map.json',
    }),
  )
  const written = textFiles(folder)
    .filter((path) => isMarkdown(path) && /^(?:compiled|documents|wiki)\//.test(path))
    .flatMap((path) => recordsIn(path, folder.content(path) ?? ''))
  return [...mapped, ...written]
}

function recordsIn(path: string, content: string): readonly PackClaim[] {
  const lines = indexLines(content)
  return readClaimRecords(content).map(({ text, status, source, updated, span }) => ({
    text,
    ...(status === undefined ? {} : { status }),
    ...(source ? { source: source.text } : {}),
    ...(updated === undefined ? {} : { updated }),
    path,
    line: lines.position(span.start).line,
  }))
}
