import type { Span } from '../../model/codes/diagnostic.ts'
import { parseReference, type AnchorReference } from './anchors.ts'

export interface SourceMark {
  /** `inline`: `[source: path#anchor]`. `block`: a line `source: path#anchor`. */
  readonly form: 'inline' | 'block'
  readonly span: Span
  /** Empty when the mark has no valid path with an anchor. */
  readonly references: readonly AnchorReference[]
  readonly broken: boolean
}

const inlineMark = /\[(?:sources?|来源|來源)[ \t]{0,4}[:：][ \t]{0,4}([^[\]\n]{0,500})(\]|(?=\n)|$)/giu
const blockMark =
  /^[ \t>]{0,16}(?:[-*+][ \t]{1,4})?(?:\*\*|__)?(?:source|来源|來源)(?:\*\*|__)?[ \t]{0,4}[:：](?:\*\*|__)?[ \t]{0,4}([^\s#]{1,300}#\S{1,200}|[^\s]{1,300}\/[^\s/]{1,200}\.\w{1,8})[ \t]{0,16}$/gimu

/** A block line whose value is not a path is prose; square brackets always make a mark. */
export function findSourceMarks(text: string): readonly SourceMark[] {
  const marks: SourceMark[] = []
  for (const match of text.matchAll(inlineMark)) {
    const written = (match[1] ?? '').split(/[,;、；](?=\s|\S*#)/).map((part) => part.trim())
    const references = written.map(parsePath).filter((found) => found !== undefined)
    const broken = match[2] !== ']' || references.length < written.length
    marks.push({ form: 'inline', span: { start: match.index, end: match.index + match[0].length }, references, broken })
  }
  for (const match of text.matchAll(blockMark)) {
    const found = parsePath(match[1] ?? '')
    marks.push({
      form: 'block',
      span: { start: match.index, end: match.index + match[0].length },
      references: found ? [found] : [],
      broken: found === undefined,
    })
  }
  return marks.sort((a, b) => a.span.start - b.span.start)
}

/** A text without its inline marks: the path of a source is not a subject of the text. */
export const withoutSourceMarks = (text: string): string => (text.includes('[') ? text.replace(inlineMark, ' ') : text)

/** Words with spaces between them are a description, not a path. */
function parsePath(written: string): AnchorReference | undefined {
  const found = /#[ \t]*$/.test(written) ? undefined : parseReference(written)
  return found &&
    (/[./]/.test(found.path) || found.anchor) &&
    !(/\s/.test(found.path) && !/\.\w{1,8}$/.test(found.path))
    ? found
    : undefined
}
