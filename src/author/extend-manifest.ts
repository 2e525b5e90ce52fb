import { isObject } from '../parse/read-fields.ts'
import { pointer } from '../parse/yaml/tree.ts'
import { parseYaml } from '../parse/yaml/yaml.ts'

/**
 * The text of a manifest with more units at the end of its list; existing bytes are kept. `undefined` if the list is not
 * a block list, or if the result does not parse as the same manifest with these units added.
 */
export function extendManifest(text: string, unitLines: string): string | undefined {
  const before = unitsIn(text)
  const last = before && lastItem(text, before)
  if (!before || !last) return undefined
  const breaks = text.includes('\r\n') ? '\r\n' : '\n'
  const added = unitLines
    .replace(/^ {2}/gm, last.indent)
    .replace(/^(?=[ ]*- )/gm, last.spaced ? '\n' : '')
    .replaceAll('\n', breaks)
  const head = text.slice(0, last.end)
  const extended = `${head}${head.endsWith('\n') ? '' : breaks}${added}${text.slice(last.end)}`
  return isExtension(before, unitsIn(extended), unitLines) ? extended : undefined
}

interface Units {
  readonly units: readonly unknown[]
  /** Everything else in the document. */
  readonly others: Readonly<Record<string, unknown>>
  /** Where the last of them starts. */
  readonly start: number
}

function unitsIn(text: string): Units | undefined {
  const { tree } = parseYaml(text)
  if (!tree || !isObject(tree.value)) return undefined
  const { units, ...others } = tree.value
  if (!Array.isArray(units) || units.length === 0) return undefined
  const last = pointer('units', units.length - 1)
  return { units, others, start: tree.locate(new Set([last])).get(last)?.value.start ?? -1 }
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
    // A comment with less indentation belongs to what follows the list.
    if (!isBlank && (!isComment || depth >= Math.max(indent.length, 1))) end = at
  }
  return { indent, spaced: units.length > 1 && /\n[ \t]*\r?\n$/.test(text.slice(0, lineStart)), end }
}

function isExtension(before: Units, after: Units | undefined, unitLines: string): boolean {
  const wanted = [...before.units, ...(unitsIn(`units:\n${unitLines}`)?.units ?? [])]
  return after !== undefined && JSON.stringify([after.units, after.others]) === JSON.stringify([wanted, before.others])
}
