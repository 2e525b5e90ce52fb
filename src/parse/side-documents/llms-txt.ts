import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import { diagnose, type SourceDocument } from '../diagnose.ts'

/** The manifests that an llms.txt declares (KCP §1.2). */
export interface LlmsTxt {
  /** Paths from the root, without the leading slash; the first is the default. */
  readonly manifests: readonly string[]
}

export interface LlmsTxtReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  readonly value?: LlmsTxt
}

export interface LlmsTxtOptions {
  readonly file?: string
  /** Where the file was fetched from; absolute URLs of the same origin are then allowed. */
  readonly origin?: string
}

export function parseLlmsTxt(
  text: SourceText,
  options: LlmsTxtOptions = {},
): { readonly value?: LlmsTxt; readonly diagnostics: readonly Diagnostic[] } {
  const { value, findings, source } = readLlmsTxt(text, options.file ?? 'llms.txt', options.origin)
  const diagnostics = diagnose(findings, source)
  return value ? { value, diagnostics } : { diagnostics }
}

export function readLlmsTxt(input: SourceText, file: string, origin?: string): LlmsTxtReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'KCP102', limit: 'KCP106' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings }
  const text = decoded.text
  const findings: Finding[] = []
  const manifests: string[] = []
  let inHeader = true
  for (const { line, start } of linesOf(text)) {
    if (sectionHeading.test(line)) inHeader = false
    const opening = declaration.exec(line)
    if (!opening) continue
    const written = line.slice(opening[0].length).trim()
    const span = { start, end: start + line.length }
    if (!inHeader) {
      findings.push({
        code: 'KCP505',
        message: `The manifest ${showValue(written)} is declared after the first section and is not used.`,
        span,
      })
      continue
    }
    const path = rootRelative(written, origin)
    if (path === undefined)
      findings.push({
        code: 'KCP504',
        message: `The manifest path ${showValue(written)} is not a path from the root.`,
        span,
      })
    else manifests.push(path)
  }
  return { source: { file, text }, findings, value: { manifests } }
}

const sectionHeading = /^ {0,3}##(?:[ \t]|$)/
const declaration = /^ {0,3}>[ \t]*knowledge:/

function rootRelative(written: string, origin: string | undefined): string | undefined {
  const local = origin === undefined ? written : withoutOrigin(written, origin)
  if (!local.startsWith('/')) return undefined
  const path = local.slice(1)
  return pathProblem(path) || normalizePath(path) === '' ? undefined : normalizePath(path)
}

function withoutOrigin(written: string, origin: string): string {
  if (!URL.canParse(written)) return written
  const url = new URL(written)
  return url.origin === origin ? url.pathname : written
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly start: number }> {
  const breaks = /\r\n|\n|\r/g
  let start = 0
  for (let end = breaks.exec(text); end; end = breaks.exec(text)) {
    yield { line: text.slice(start, end.index), start }
    start = breaks.lastIndex
  }
  yield { line: text.slice(start), start }
}
