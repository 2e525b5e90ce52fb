import { isObject } from '../../parse/read-fields.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { readPack, type PackReading } from '../../parse/pack/pack.ts'
import type { Folder } from '../../validate/folder.ts'
import { isPackText } from '../../text/paths/paths.ts'

/** A change of one file from an older version of the standard to v0.7. */
export interface Migration {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly steps: readonly string[]
}

interface Addition {
  readonly step: string
  readonly lines: string
}

/** Declares what v0.6 and v0.7 require of a v0.5 pack, with values that follow from its folders only. */
export function migratePack(reading: PackReading, folder: Folder): readonly Migration[] {
  return [...migrateGuide(reading, folder), ...migrateSuites(folder)]
}

function migrateGuide(reading: PackReading, folder: Folder): readonly Migration[] {
  const { head, raw, source } = reading
  if (!head || !raw) return []
  const additions: Addition[] = []
  const documents = folder.files.filter((path) => path.startsWith('documents/') && isPackText(path))
  const hasWiki = folder.files.some((path) => path.startsWith('wiki/'))
  const profile = head.profile ?? profileOf(documents.length > 0, hasWiki)
  if (!Object.hasOwn(raw, 'profile')) additions.push({ step: `profile: ${profile}`, lines: `profile: ${profile}\n` })
  if (!Object.hasOwn(raw, 'runtime')) additions.push({ step: 'runtime.mode: data', lines: 'runtime:\n  mode: data\n' })
  const [primary] = documents
  if (documents.length === 1 && profile !== 'wiki-first' && !Object.hasOwn(raw, 'metadata') && primary !== undefined)
    additions.push({
      step: `metadata.primaryDocument: ${primary}`,
      lines: `metadata:\n  primaryDocument: ${JSON.stringify(primary)}\n`,
    })
  if (additions.length === 0) return []
  const { text } = source
  const close = /\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.slice(source.offset ?? 0))
  if (!close) return []
  const at = (source.offset ?? 0) + close.index
  const breaks = text.includes('\r\n') ? '\r\n' : '\n'
  const added = additions
    .map(({ lines }) => lines)
    .join('')
    .trimEnd()
    .replaceAll('\n', breaks)
  const after = `${text.slice(0, at)}${breaks}${added}${text.slice(at)}`
  return keepsFields(raw, after)
    ? [{ path: 'KNOWLEDGE.md', before: text, after, steps: additions.map(({ step }) => step) }]
    : []
}

function profileOf(hasDocuments: boolean, hasWiki: boolean): string {
  if (hasDocuments && hasWiki) return 'hybrid'
  // Packs before v0.6 counted as wiki-first.
  return hasDocuments ? 'document-first' : 'wiki-first'
}

/** Every field has the value that it had. */
function keepsFields(raw: Readonly<Record<string, unknown>>, after: string): boolean {
  const changed = readPack(after, 'KNOWLEDGE.md').raw
  return (
    changed !== undefined &&
    Object.entries(raw).every(([name, value]) => JSON.stringify(changed[name]) === JSON.stringify(value))
  )
}

/** `queries` with `should_select` become `cases` with `expected` (AK-231). */
function migrateSuites(folder: Folder): readonly Migration[] {
  return folder.files.flatMap((path): readonly Migration[] => {
    const before = /^evals\/discovery[^/]*\.json$/.test(path) ? folder.text(path) : undefined
    const value = before === undefined ? undefined : parseJson(before).tree?.value
    if (before === undefined || !isObject(value) || !Array.isArray(value['queries']) || Object.hasOwn(value, 'cases'))
      return []
    const { queries, ...others } = value
    const cases = (queries as readonly unknown[]).map((item, index) => {
      const { query, should_select: expected, ...rest } = isObject(item) ? item : {}
      return { id: `case-${index + 1}`, prompt: query, expected: expected === true ? 'select' : 'reject', ...rest }
    })
    const after = `${JSON.stringify({ ...others, cases }, null, 2)}\n`
    return [{ path, before, after, steps: [`${cases.length} queries become cases`] }]
  })
}
