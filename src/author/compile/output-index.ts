import { isObject } from '../../parse/read-fields.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { digest } from '../../text/bytes/digest.ts'

export type OutputVerb = 'split' | 'compile'

/** A file that one of these verbs wrote, with the digest by which it is recognized. */
export interface IndexedOutput {
  readonly path: string
  readonly sha256: string
  readonly by: OutputVerb
  readonly title?: string
  /** The part of a document that a split holds. */
  readonly source?: {
    readonly path: string
    readonly sha256: string
    readonly start: number
    readonly end: number
    readonly lines: string
  }
}

/** The place where examples of the standard list splits; its shape is not specified (AK-015). */
export const outputIndexPath = 'compiled/index.json'

/** What these verbs wrote. Nothing that is not listed here, with its digest, is ever replaced. */
export function outputIndexText(files: readonly IndexedOutput[]): string {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return `${JSON.stringify({ tool: 'lorefence', sha256: digest(JSON.stringify(sorted)), files: sorted }, null, 2)}\n`
}

/** `undefined` for an index that somebody else wrote or changed. */
export function readOutputIndex(text: string): readonly IndexedOutput[] | undefined {
  const value = parseJson(text).tree?.value
  if (!isObject(value) || value['tool'] !== 'lorefence' || !Array.isArray(value['files'])) return undefined
  return digest(JSON.stringify(value['files'])) === value['sha256']
    ? (value['files'] as readonly IndexedOutput[])
    : undefined
}
