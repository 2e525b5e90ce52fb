import type { CodeAction, CompletionItem, Diagnostic, Hover, WorkspaceEdit } from 'vscode-languageserver-types'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Completion, EditFinding, FileEdits } from '../../app/index.ts'
import type { Severity, Span } from '../../model/codes/diagnostic.ts'
import { fileStart, rangeOf } from './places.ts'

export interface FormOptions {
  /** The URI under which the client knows a file. */
  readonly uriFor: (path: string) => string
  /** The page of a code. */
  readonly pageOf: (code: string) => string | undefined
}

const severities: Readonly<Record<Severity, 1 | 2 | 3>> = { error: 1, warning: 2, info: 3 }

export function diagnosticForm({ document, diagnostic }: EditFinding, { uriFor, pageOf }: FormOptions): Diagnostic {
  const { code, severity, message, help, where, related = [] } = diagnostic
  const page = pageOf(code)
  return {
    range: where.range ? rangeOf(where.range) : fileStart,
    severity: severities[severity],
    code,
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
    source: 'lorefence',
    message: help === undefined ? message : `${message}\n${help}`,
    relatedInformation: related.map((other) => ({
      location: {
        uri: uriFor(`${document.folder}/${other.where.file}`),
        range: other.where.range ? rangeOf(other.where.range) : fileStart,
      },
      message: other.message,
    })),
  }
}

/** Numbers of the protocol. */
const completionKinds: Readonly<Record<Completion['kind'], CompletionItem['kind']>> = {
  field: 10,
  word: 12,
  unit: 18,
  manifest: 9,
  ref: 9,
  pack: 9,
  file: 17,
  folder: 19,
}

export function completionForm(completion: Completion, text: TextDocument, markdown: boolean): CompletionItem {
  const { label, kind, detail, about, first, span } = completion
  return {
    label,
    kind: completionKinds[kind] ?? 1,
    sortText: `${first ? 0 : 1}${label}`,
    filterText: label,
    textEdit: { range: rangeIn(text, span), newText: completion.text },
    ...(detail === undefined || detail === '' ? {} : { detail }),
    ...(about === undefined
      ? {}
      : { documentation: { kind: markdown ? 'markdown' : 'plaintext', value: markdown ? about : plain(about) } }),
  }
}

export function hoverForm(about: string, quoted: readonly string[], markdown: boolean): Hover['contents'] {
  return markdown
    ? { kind: 'markdown', value: [about, ...quoted.map((line) => `> ${escaped(line)}`)].join('\n\n') }
    : { kind: 'plaintext', value: [plain(about), ...quoted].join('\n\n') }
}

/** Foreign text must not become a link or an image, which an editor would load. */
const escaped = (text: string): string =>
  text
    .slice(0, 500)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')

const plain = (markdown: string): string => markdown.replaceAll(/[*`]/g, '')

export const rangeIn = (text: TextDocument, { start, end }: Span): Hover['range'] & object => ({
  start: text.positionAt(start),
  end: text.positionAt(end),
})

export const editForm = (files: readonly FileEdits[], { uriFor }: FormOptions): WorkspaceEdit => ({
  changes: Object.fromEntries(
    files.map(({ path, edits }) => [
      uriFor(path),
      edits.map(({ range, text }) => ({ range: rangeOf(range), newText: text })),
    ]),
  ),
})

export const fixAllKind = 'source.fixAll.lorefence'

/** Kinds are hierarchical: `source` asks for `source.fixAll.lorefence` too. */
export const isWanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))

export const quickFix = (action: Omit<CodeAction, 'kind'>): CodeAction => ({ ...action, kind: 'quickfix' })
