import type { Span } from '../../model/diagnostic.ts'

export interface Link extends Span {
  /** Without escapes; `start` and `end` are offsets of the destination as written. */
  readonly destination: string
}

const escaped = /\\([!-/:-@[-`{-~])/g

/** Reads `dest "title")` after `](`; `end` is the offset after the closing parenthesis. */
export function readDestination(text: string, from: number): { readonly link: Link; readonly end: number } | undefined {
  const start = skipSpace(text, from)
  const link = destinationAt(text, start)
  if (!link) return undefined
  const after = text[start] === '<' ? link.end + 1 : link.end
  let at = skipSpace(text, after)
  if (at > after) at = skipSpace(text, titleEnd(text, at))
  return text[at] === ')' ? { link, end: at + 1 } : undefined
}

/** A destination in angle brackets, or a run without spaces in which parentheses pair up. */
export function destinationAt(text: string, start: number): Link | undefined {
  return text[start] === '<' ? inAngleBrackets(text, start + 1) : withoutSpaces(text, start)
}

function inAngleBrackets(text: string, start: number): Link | undefined {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '>') return linkOf(text, start, at)
    if (text[at] === '<' || text[at] === '\n' || text[at] === '\r') return undefined
    if (text[at] === '\\') at += 1
  }
  return undefined
}

function withoutSpaces(text: string, start: number): Link | undefined {
  let depth = 0
  let at = start
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit <= 32) break
    if (unit === 92) at += 1
    else if (unit === 40) {
      depth += 1
      if (depth > 32) return undefined
    } else if (unit === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth === 0 ? linkOf(text, start, Math.min(at, text.length)) : undefined
}

function titleEnd(text: string, at: number): number {
  const open = text[at]
  const close = open === '(' ? ')' : open
  if (open !== '"' && open !== "'" && open !== '(') return at
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (text[i] === close) return i + 1
    else if (text[i] === '(' && open === '(') return at
  }
  return at
}

function linkOf(text: string, start: number, end: number): Link {
  return { destination: text.slice(start, end).replace(escaped, '$1').replaceAll('&amp;', '&'), start, end }
}

export function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  return at
}
