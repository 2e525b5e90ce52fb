import { type CodeEntry } from '../model/codes/entry.ts'
import { codeEntries } from '../model/codes.ts'
import type { Diagnostic, Finding, Place, Range, Severity, Span } from '../model/diagnostic.ts'
import { indexLines, type LineIndex } from '../text/lines.ts'
import type { Locate, Located } from './tree.ts'

/** What findings are placed in. */
export interface Source {
  readonly file: string
  readonly text: string
  /** Absent when the text could not be parsed. */
  readonly locate?: Locate
  /** Where the parsed part starts in `text`; frontmatter starts after its fence. */
  readonly offset?: number
}

export interface DiagnoseOptions {
  readonly strict?: boolean
  /** Also what the specification asks to be silent about. */
  readonly lint?: boolean
}

/** Gives findings their place, severity, help and order. */
export function diagnose(findings: readonly Finding[], source: Source, options: DiagnoseOptions = {}): readonly Diagnostic[] {
  const shown = findings.filter((finding) => options.lint || !codeEntries[finding.code].lint)
  if (shown.length === 0) return []
  const placer = new Placer(source, shown)
  return sortDiagnostics(shown.map((finding) => toDiagnostic(finding, placer, options)))
}

function toDiagnostic(finding: Finding, placer: Placer, options: DiagnoseOptions): Diagnostic {
  const entry: CodeEntry = codeEntries[finding.code]
  const where = placer.place(finding)
  return {
    code: finding.code,
    name: entry.name,
    severity: severityOf(finding, entry, options),
    message: finding.message,
    where,
    help: finding.help ?? entry.help,
    ...(entry.spec ? { spec: entry.spec } : {}),
    ...(finding.related ? { related: [{ message: finding.related.message, where: placer.place({ ...finding, pointer: finding.related.pointer }) }] } : {}),
    ...(finding.replacement && where.range
      ? { fix: { title: finding.replacement.title, edits: [{ range: where.range, text: finding.replacement.text }] } }
      : {}),
  }
}

function severityOf(finding: Finding, entry: CodeEntry, options: DiagnoseOptions): Severity {
  if (options.strict && entry.strict) return 'error'
  return finding.severity ?? entry.severity
}

class Placer {
  readonly #source: Source
  readonly #located: ReadonlyMap<string, Located>
  #lines: LineIndex | undefined

  constructor(source: Source, findings: readonly Finding[]) {
    this.#source = source
    const pointers = new Set<string>()
    for (const finding of findings) {
      if (finding.span || finding.file) continue
      if (finding.pointer !== undefined) pointers.add(finding.pointer)
      if (finding.related) pointers.add(finding.related.pointer)
    }
    this.#located = source.locate && pointers.size > 0 ? source.locate(pointers) : new Map()
  }

  place(finding: Finding): Place {
    const pointer = finding.pointer ?? ''
    if (finding.file !== undefined) return { file: finding.file, pointer, ...(finding.range ? { range: finding.range } : {}) }
    const range = this.#range(finding, pointer)
    return range ? { file: this.#source.file, pointer, range } : { file: this.#source.file, pointer }
  }

  #range(finding: Finding, pointer: string): Range | undefined {
    const span = finding.span ?? this.#found(pointer, finding.atKey === true)
    if (!span) return undefined
    this.#lines ??= indexLines(this.#source.text)
    const offset = this.#source.offset ?? 0
    return this.#lines.range({ start: span.start + offset, end: span.end + offset })
  }

  #found(pointer: string, atKey: boolean): Span | undefined {
    const located = this.#located.get(pointer)
    if (!located) return this.#source.locate ? { start: 0, end: 0 } : undefined
    return atKey ? (located.key ?? located.value) : located.value
  }
}

/** By file, place, then code: the same input always gives the same order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.where.file, b.where.file) ||
      (a.where.range?.start.line ?? 0) - (b.where.range?.start.line ?? 0) ||
      (a.where.range?.start.column ?? 0) - (b.where.range?.start.column ?? 0) ||
      compare(a.code, b.code) ||
      compare(a.where.pointer, b.where.pointer) ||
      compare(a.message, b.message),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
