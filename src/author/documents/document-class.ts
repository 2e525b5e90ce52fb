import { formatOf as textFormatOf } from '../../formats/format-of.ts'
import type { TextFormat } from '../../formats/structure.ts'
import { fileName } from '../../text/paths/paths.ts'

/** `other`: code and data, which are documents only if a person names them. */
export type DocumentFormat =
  | 'markdown'
  | 'asciidoc'
  | 'rst'
  | 'text'
  | 'html'
  | 'jupyter'
  | 'openapi'
  | 'json-schema'
  | 'other'

/** What the path of a document implies. */
export interface DocumentClass {
  readonly format: DocumentFormat
  readonly artifact?: 'schema' | 'policy'
  readonly breadth: 'global' | 'project' | 'module'
  readonly forDevelopers: boolean
  /** A reference such as a changelog, listed last. */
  readonly reference: boolean
}

/** `unread`: a document in a format that is not read. `leftOut`: not a document that a reader would look for. */
export type Classified =
  | { readonly document: DocumentClass }
  | { readonly unread: string }
  | { readonly leftOut: string }

/** `undefined` for pictures and other files, and for code and data that nobody named. */
export function classifyDocument(path: string, isNamed = false): Classified | undefined {
  const name = fileName(path).toLowerCase()
  const format = formatOf(path.toLowerCase(), name) ?? (isNamed && textFormatOf(path) ? 'other' : undefined)
  if (format === undefined) return unreadable(name)
  const leftOut = leftOutByName(path, breadthOf(path) === 'project')
  if (leftOut) return { leftOut }
  const policy = /^(?:security|code_of_conduct|code-of-conduct)\./.test(name)
  const schema = format === 'openapi' || format === 'json-schema'
  return {
    document: {
      format,
      ...(schema ? { artifact: 'schema' } : policy ? { artifact: 'policy' } : {}),
      breadth: breadthOf(path),
      forDevelopers:
        schema ||
        format === 'other' ||
        /(?:^|[/_.-])(?:contributing|hacking|develop(?:ment|er|ing)?|api|architecture|sdk|src|packages|lib)(?:[/_.-]|$)/.test(
          path.toLowerCase(),
        ),
      reference:
        /^(?:change-?log|changes|history|releases?|news|authors|contributors|maintainers|code[_-]of[_-]conduct)\b/.test(
          name,
        ),
    },
  }
}

/** Of the formats that are read, those that `init` drafts units for. */
const drafted: Partial<Record<TextFormat, DocumentFormat>> = {
  markdown: 'markdown',
  mdx: 'markdown',
  asciidoc: 'asciidoc',
  rst: 'rst',
  html: 'html',
  notebook: 'jupyter',
}

function formatOf(path: string, name: string): DocumentFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  if (/^(?:json|ya?ml)$/.test(extension)) {
    if (/(?:^|[._-])(?:openapi|swagger|asyncapi)(?:[._-]|$)/.test(name)) return 'openapi'
    return extension === 'json' && (name.endsWith('.schema.json') || /(?:^|\/)schemas?\/[^/]+$/.test(path))
      ? 'json-schema'
      : undefined
  }
  if (
    extension === 'txt' &&
    /^(?:requirements|constraints|cmakelists|robots|humans|ads|llms|security)(?![a-z])/.test(name)
  )
    return undefined
  // A second extension belongs to the code that the text is inserted into: `boilerplate.go.txt`.
  if (extension === 'txt' && textFormatOf(name.slice(0, -'.txt'.length)) === 'code') return undefined
  if (!name.includes('.')) return /^(?:readme|contributing|install)$/.test(name) ? 'text' : undefined
  // A second extension belongs to the file that is signed: `release.zip.asc`.
  if (extension === 'asc' && /\.[a-z]\w*\.asc$/.test(name)) return undefined
  return /^te?xt$/.test(extension) ? 'text' : drafted[textFormatOf(name) ?? 'text']
}

/** Documents whose titles cannot be read; they are reported. */
function unreadable(name: string): Classified | undefined {
  const extension = /\.(pdf|docx)$/.exec(name)?.[1]
  return extension ? { unread: `titles are not read from .${extension} files` } : undefined
}

function leftOutByName(written: string, isPage: boolean): string | undefined {
  const path = written.toLowerCase()
  const name = fileName(path)
  // Among documentation it is a page about licences, and so is `license-expression.rst` anywhere; `LICENSE-MIT` is none.
  const isLicence =
    /^(?:licen[cs]es?|copying|notices?|patents|third[-_]?party[-_](?:licen[cs]es?|notices?))(?:\.|$)/.test(name) ||
    /^(?:LICEN[CS]ES?|COPYING|NOTICES?|PATENTS|THIRD[-_]?PARTY[-_](?:LICEN[CS]ES?|NOTICES?))[_-]/.test(
      fileName(written),
    )
  if (isLicence && !isPage) return 'licence text, not knowledge'
  if (
    /^(?:agents|claude|gemini|skill|copilot-instructions)\.md$|\.(?:instructions|prompt|agent|chatmode)\.md$|\.mdc$/.test(
      name,
    )
  )
    return 'instructions for agents, not knowledge'
  if (/(?:^|\/)(?:pull_request_template|(?:issue|discussion)_template)[\w-]*[./]/.test(path))
    return 'a form, not knowledge'
  return undefined
}

function breadthOf(path: string): DocumentClass['breadth'] {
  if (!path.includes('/')) return 'global'
  return /^(?:docs?|documentation|guides?|handbook|wiki|manual|specs?|adr)\//i.test(path) ? 'project' : 'module'
}
