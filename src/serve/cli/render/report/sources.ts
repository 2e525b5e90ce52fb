import { resolve } from 'node:path'
import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'
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

const placeholder = '[withheld]'

/** Removes secrets from the text of a finding; a fix that contains one is dropped (AK-339). */
export function withholdSecrets(diagnostic: Diagnostic, secrets: readonly string[]): Diagnostic {
  if (secrets.length === 0) return diagnostic
  const { fix, ...rest } = diagnostic
  const conceal = (text: string): string => concealSecrets(text, secrets)
  const repeats =
    fix !== undefined && [fix.title, ...fix.edits.map((edit) => edit.text)].some((text) => conceal(text) !== text)
  return {
    ...rest,
    message: conceal(diagnostic.message),
    where: { ...diagnostic.where, pointer: conceal(diagnostic.where.pointer) },
    ...(diagnostic.help === undefined ? {} : { help: conceal(diagnostic.help) }),
    ...(diagnostic.related
      ? { related: diagnostic.related.map((place) => ({ ...place, message: conceal(place.message) })) }
      : {}),
    ...(fix && !repeats ? { fix } : {}),
  }
}

export function concealSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(concealOne, text)
}

/** Messages cut long values off, so the start of a secret counts as well. */
function concealOne(text: string, secret: string): string {
  const start = secret.slice(0, 12)
  let result = ''
  let from = 0
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
    let end = at
    while (end < text.length && text[end] === secret[end - at]) end += 1
    result += text.slice(from, at) + placeholder
    from = end
  }
  return result + text.slice(from)
}
