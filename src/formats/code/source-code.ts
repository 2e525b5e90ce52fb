import { declarationIn, type CodeDeclaration } from './declarations.ts'
import { Outline } from '../units/outline.ts'
import type { Structure } from '../structure.ts'
import { linesOf, type TextLine } from '../units/text-lines.ts'

/** Comments, decorators and attributes directly above a declaration. */
const commentLine =
  /^(?:\/\/|#(?!include|define|if|endif|else|elif|pragma|undef)|\/\*|\*(?:\s|\/|$)|--|;;|"""|'''|@[\w.]|#\[|\[\w[\w.]*(?:\(|\]))/

interface Found extends CodeDeclaration {
  readonly start: number
  readonly level: number
}

/** Sections by declaration, with the comment above it; one level deeper inside classes and the like. */
export function readCode(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  const lines = linesOf(text, from)
  const found = findDeclarations(text, lines)
  const first = found[0]?.start ?? text.length
  if (first > from) outline.code({ start: from, end: first })
  for (const [index, { start, level, name }] of found.entries()) {
    outline.heading({ level, title: name, start, bodyStart: start })
    outline.code({ start, end: found[index + 1]?.start ?? text.length })
  }
  return outline.finish()
}

function findDeclarations(text: string, lines: readonly TextLine[]): readonly Found[] {
  const found: Found[] = []
  let lead: number | undefined
  let outer: { readonly indent: number; inner: number | undefined } | undefined
  const comments = new BlockComments()
  for (const line of lines) {
    if (line.blank) {
      lead = undefined
      continue
    }
    const written = text.slice(line.content, Math.min(line.end, line.content + 300))
    if (comments.contains(written) || commentLine.test(written)) {
      lead ??= line.start
      continue
    }
    if (outer && line.indent > outer.indent) outer.inner ??= line.indent
    else if (outer && !/^[)\]}]/.test(written)) outer = undefined
    const inner = outer !== undefined && line.indent === outer.inner && line.indent > outer.indent
    const declaration = line.indent === 0 || inner ? declarationIn(written, inner) : undefined
    if (declaration) {
      found.push({ ...declaration, start: lead ?? line.start, level: inner ? 2 : 1 })
      if (!inner && declaration.holdsOthers) outer = { indent: line.indent, inner: undefined }
    }
    lead = undefined
  }
  return found
}

/** Tracks comments of several lines. */
class BlockComments {
  #close: string | undefined

  contains(written: string): boolean {
    if (this.#close !== undefined) {
      if (written.includes(this.#close)) this.#close = undefined
      return true
    }
    if (!written.startsWith('/*')) return false
    if (!written.includes('*/')) this.#close = '*/'
    return true
  }
}
