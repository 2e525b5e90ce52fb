import { plainLine } from '../../author/plain-line.ts'
import { formatOf } from '../../formats/format-of.ts'
import { readStructure } from '../../formats/read-structure.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { WorkspaceFile, WorkspaceFileKind, WorkspaceOmission } from '../../model/workspace.ts'
import { indexText, type TextIndex } from '../../rank/text-index.ts'
import { isRefusal, textIn } from '../../select/texts/text-in.ts'
import { frontmatterLength } from '../../parse/pack/frontmatter.ts'
import { digest } from '../../text/digest.ts'
import { detectLanguage, loadLanguages, type Language } from '../../text/lexicon/lexicon.ts'
import { shortened } from '../../text/markup/list-line.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import { maskedText } from './masked-text.ts'

export interface FoundFile {
  readonly path: string
  readonly kind: WorkspaceFileKind
}

export interface OpenedFile {
  /** Secrets are masked. */
  readonly text: string
  readonly bytes: number
  readonly digest: string
  /** Where the text begins after a frontmatter. */
  readonly from: number
}

/** The text of a file, which the walk reached without links. */
export function openFile(
  files: Files,
  root: string,
  { path, kind }: FoundFile,
): OpenedFile | { readonly reason: WorkspaceOmission } {
  const limit = kind === 'pdf' ? limits.contentBytes : limits.workspaceFileBytes
  const read = files.read(root, path, { limit, reached: true })
  if (!read.ok) return { reason: read.trouble === 'too-large' ? 'too-large' : 'unreadable' }
  const bytes = kind === 'pdf' ? read.bytes : utf8Of(read.bytes)
  if (kind !== 'pdf' && bytes.includes(0)) return { reason: 'binary' }
  const lazy = textIn(files, formatOf(path), bytes)
  if (isRefusal(lazy)) return { reason: kind === 'pdf' ? 'unreadable' : 'binary' }
  const { text } = lazy
  const isMarkdown = formatOf(path) === 'markdown'
  const from = isMarkdown && text.length === bytes.length ? (frontmatterLength(bytes) ?? 0) : 0
  // Masking before the text would move where it begins.
  const head = maskedText(text.slice(0, from), kind)
  return {
    text: `${head}${maskedText(text.slice(from), kind)}`,
    bytes: read.bytes.length,
    digest: digest(read.bytes),
    from: head.length,
  }
}

/** Text that its byte order mark shows to be UTF-16, as editors and shells of Windows save it. */
function utf8Of(bytes: Uint8Array): Uint8Array {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes
  return Buffer.from(new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes))
}

/** What a scan stores of a file: facts, and its words with their places, never its text. */
export interface IndexedFile {
  readonly file: Omit<WorkspaceFile, 'stamp'>
  readonly language: Language
  readonly index: TextIndex
}

/** Words of the path are a heading above everything, so that a file is found by its name. */
export async function indexFile({ path, kind }: FoundFile, opened: OpenedFile): Promise<IndexedFile> {
  const { text, from, bytes, digest: sum } = opened
  const outline = readStructure(text, formatOf(path) ?? 'text', from)
  const language = languageOf(kind, text.slice(from, from + languageSample))
  await loadLanguages([language])
  const sections = outline.sections.map((section) => ({ ...section, headings: [path, ...section.headings] }))
  const title = kind === 'code' || kind === 'configuration' ? '' : titleOf(outline.sections)
  return {
    file: { path, kind, bytes, digest: sum, tokens: estimateTokens(text), ...(title === '' ? {} : { title }) },
    language,
    index: indexText(text, { ...outline, sections }, language, (unit) => unit),
  }
}

const languageSample = 4_000
const titleLength = 120

const titleOf = (sections: readonly { readonly headings: readonly string[] }[]): string =>
  shortened(plainLine(sections.find(({ headings }) => headings.length > 0)?.headings[0] ?? ''), titleLength)

/** Identifiers and comments are English more often than anything else. */
function languageOf(kind: WorkspaceFileKind, sample: string): Language {
  const detected = kind === 'code' || kind === 'configuration' ? 'und' : detectLanguage(sample)
  return detected === 'und' && /[a-z]{2}/i.test(sample) ? 'en' : detected
}
