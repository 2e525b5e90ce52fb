import type { Finding, Report } from '../../model/codes/diagnostic.ts'
import { parseJson, type JsonProblem } from '../../parse/yaml/json.ts'
import type { Tree } from '../../parse/yaml/tree.ts'
import { indexLines } from '../../text/positions/lines.ts'
import type { Folder } from '../folder.ts'

/** A JSON file of a pack, parsed once for all rules. */
export interface JsonFile {
  readonly path: string
  readonly text: string
  /** Absent when the text is not JSON. */
  readonly tree?: Tree
  readonly problems: readonly JsonProblem[]
}

const parsed = new WeakMap<Folder, Map<string, JsonFile | undefined>>()

/** `undefined` when the file does not exist, is not text or is too large. */
export function jsonFile(folder: Folder, path: string): JsonFile | undefined {
  const known = parsed.get(folder) ?? new Map<string, JsonFile | undefined>()
  parsed.set(folder, known)
  if (!known.has(path)) {
    const text = folder.content(path)
    known.set(path, text === undefined ? undefined : { path, text, ...parseJson(text) })
  }
  return known.get(path)
}

export function jsonFiles(folder: Folder, isWanted: (path: string) => boolean): readonly JsonFile[] {
  return folder.files.flatMap((path) => {
    const file = path.endsWith('.json') && isWanted(path) ? jsonFile(folder, path) : undefined
    return file ? [file] : []
  })
}

/** Reports findings by their pointers into the file, located in one pass. */
export function reportInJson({ path, text, tree }: JsonFile, findings: readonly Finding[], report: Report): void {
  if (findings.length === 0) return
  const located = tree?.locate(new Set(findings.map((finding) => finding.pointer ?? '')))
  const lines = indexLines(text)
  for (const finding of findings) {
    const place = located?.get(finding.pointer ?? '')
    const span = (finding.atKey ? (place?.key ?? place?.value) : place?.value) ?? { start: 0, end: 1 }
    report({ ...finding, file: path, range: lines.range(span) })
  }
}
