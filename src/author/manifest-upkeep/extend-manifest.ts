import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { parseYaml } from '../../parse/yaml/yaml.ts'
import { folderOf, normalizePath, pathProblem } from '../../text/paths/paths.ts'

/**
 * The text of a manifest with more units at the end of its list; existing bytes are kept. `undefined` if the result
 * does not parse as the same manifest with these units added.
 */
export function extendManifest(text: string, unitLines: string): string | undefined {
  const before = unitsIn(text)
  if (!before) return undefined
  const attempts = before.units.length === 0 ? [fillEmpty] : [extendBlock, extendFlow]
  for (const attempt of attempts)
    for (const extended of attempt(text, before, unitLines))
      if (isExtension(before, unitsIn(extended), unitLines)) return extended
  return undefined
}

/** Replaces the empty list. */
function* fillEmpty(text: string, { list }: Units, unitLines: string): Generator<string> {
  const brackets = /^\[\s*\][ \t]*(?:\r?\n)?/.exec(text.slice(list))?.[0]
  if (brackets !== undefined)
    yield `${text.slice(0, list).trimEnd()}\n${unitLines}${text.slice(list + brackets.length)}`
}

/** How many brackets after the start of the last unit are tried as the one that closes the list. */
const mostBrackets = 50

/** Adds units before the bracket that closes the list. */
function* extendFlow(text: string, { list, start }: Units, unitLines: string): Generator<string> {
  if (text[list] !== '[') return
  const added = (unitsIn(`units:\n${unitLines}`)?.units ?? []).map((unit) => JSON.stringify(unit)).join(',\n  ')
  let close = text.indexOf(']', start)
  for (let i = 0; i < mostBrackets && close >= 0; i++) {
    const head = text.slice(0, close).trimEnd()
    yield `${head}${head.endsWith(',') ? '' : ','}\n  ${added}${text.slice(head.length)}`
    close = text.indexOf(']', close + 1)
  }
}

function* extendBlock(text: string, before: Units, unitLines: string): Generator<string> {
  const last = lastItem(text, before)
  if (!last) return
  const breaks = text.includes('\r\n') ? '\r\n' : '\n'
  const added = unitLines
    .replace(/^ {2}/gm, last.indent)
    .replace(/^(?=[ ]*- )/gm, last.spaced ? '\n' : '')
    .replaceAll('\n', breaks)
  // Blank lines may belong to the last text of the unit, as `|+` writes it.
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(last.end))?.[0].length ?? 0
  for (const end of [last.end, last.end + blank]) {
    const head = text.slice(0, end)
    yield `${head}${head.endsWith('\n') ? '' : breaks}${added}${text.slice(end)}`
  }
}

interface Units {
  readonly units: readonly unknown[]
  /** Everything else in the document. */
  readonly others: Readonly<Record<string, unknown>>
  /** Where the last of them starts. */
  readonly start: number
  /** Where the list starts. */
  readonly list: number
}

function unitsIn(text: string): Units | undefined {
  const { tree } = parseYaml(text)
  if (!tree || !isObject(tree.value)) return undefined
  const { units, ...others } = tree.value
  if (!Array.isArray(units)) return undefined
  const [all, last] = [pointer('units'), pointer('units', units.length - 1)]
  const places = tree.locate(new Set([all, last]))
  const list = places.get(all)?.value.start
  return list === undefined ? undefined : { units, others, start: places.get(last)?.value.start ?? -1, list }
}

interface LastItem {
  readonly indent: string
  /** It follows a blank line. */
  readonly spaced: boolean
  /** After its last line and its comments. */
  readonly end: number
}

function lastItem(text: string, { start, units }: Units): LastItem | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const indent = /^( *)- +$/.exec(text.slice(lineStart, start))?.[1]
  if (start < 0 || indent === undefined) return undefined
  const lines = text.slice(lineStart).split(/(?<=\n)/)
  let end = lineStart
  let at = lineStart
  for (const [i, line] of lines.entries()) {
    const depth = line.search(/[^ ]/)
    const isBlank = line.trim() === ''
    const isComment = line[depth] === '#'
    if (i > 0 && !isBlank && !isComment && depth <= indent.length) break
    at += line.length
    // A comment with less indentation belongs to the text after the list.
    if (!isBlank && (!isComment || depth >= Math.max(indent.length, 1))) end = at
  }
  return { indent, spaced: units.length > 1 && /\n[ \t]*\r?\n$/.test(text.slice(0, lineStart)), end }
}

function isExtension(before: Units, after: Units | undefined, unitLines: string): boolean {
  const wanted = [...before.units, ...(unitsIn(`units:\n${unitLines}`)?.units ?? [])]
  return after !== undefined && JSON.stringify([after.units, after.others]) === JSON.stringify([wanted, before.others])
}

/** Whether a unit names a document or one of its folders, in any normal form. */
export function namedBy(units: readonly { readonly path: string }[]): (document: string) => boolean {
  const named = new Set(units.flatMap(({ path }) => (pathProblem(path) ? [] : normalizePath(path).normalize('NFC'))))
  return (document) => {
    // The folder of the manifest itself.
    if (named.has('')) return true
    for (let path = document.normalize('NFC'); path !== ''; path = folderOf(path)) if (named.has(path)) return true
    return false
  }
}
