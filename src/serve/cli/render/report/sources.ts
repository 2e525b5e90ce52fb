import { resolve } from 'node:path'
import { limits } from '../../../../model/limits.ts'
import type { Files } from '../../../../model/ports.ts'
import { indexLines, type LineIndex } from '../../../../text/positions/lines.ts'
import { folderOf } from '../../../../text/paths/paths.ts'
import { findSecrets } from '../../../../text/detect/secrets.ts'
import { decodeUtf8 } from '../../../../text/bytes/utf8.ts'

/** The text of one file that a finding points into. */
export interface ReportedSource {
  readonly lines: LineIndex
  /** Texts that must not be printed, line by line. */
  readonly secrets: readonly string[]
  /** Lines that contain a part of such a text. */
  readonly secretLines: ReadonlySet<number>
}

/** Opens the files that findings point into, each once. Both paths are relative to the working folder. */
export type OpenSource = (document: string, file: string) => ReportedSource | undefined

export function sourcesIn(files: Files, cwd: string): OpenSource {
  const opened = new Map<string, ReportedSource | undefined>()
  return (document, file) => {
    if (!opened.has(file)) opened.set(file, read(files, cwd, document, file))
    return opened.get(file)
  }
}

function read(files: Files, cwd: string, document: string, file: string): ReportedSource | undefined {
  const folder = folderOf(document)
  const inside = folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined
  if (inside === undefined) return undefined
  const found = files.read(resolve(cwd, folder), inside, { limit: limits.contentBytes })
  const decoded = found.ok ? decodeUtf8(found.bytes) : undefined
  return decoded?.ok ? sourceOf(decoded.text) : undefined
}

export function sourceOf(text: string): ReportedSource {
  const lines = indexLines(text)
  const spans = findSecrets(text)
  const secretLines = new Set<number>()
  for (const span of spans) {
    const { start, end } = lines.range(span)
    for (let line = start.line; line <= end.line; line++) secretLines.add(line)
  }
  const secrets = spans
    .flatMap(({ start, end }) => text.slice(start, end).split(/\r\n|\n|\r/))
    .filter((line) => line.length >= 8)
  return { lines, secrets, secretLines }
}
