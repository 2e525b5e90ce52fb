import { formatOf } from '../../formats/format-of.ts'
import { readStructure } from '../../formats/read-structure.ts'
import type { WorkspaceFile, WorkspaceFileKind } from '../../model/records/workspace.ts'
import { indexText, type TextIndex, type TextOutline } from '../../rank/text-index.ts'
import { detectLanguage, loadLanguages, type Language } from '../../text/lexicon/lexicon.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import type { FoundFile, OpenedFile } from './open-file.ts'

/** What a scan stores for a file: facts, and its words with their places, but not its text. */
interface IndexedFile {
  readonly file: Omit<WorkspaceFile, 'stamp'>
  readonly language: Language
  readonly index: TextIndex
}

/** The path is the top heading, so that a file is found by its name. */
export async function indexFile({ path, kind }: FoundFile, opened: OpenedFile): Promise<IndexedFile> {
  const { text, from, bytes, digest: sum } = opened
  const outline = outlineOf(text, path, from)
  const language = languageOf(kind, text.slice(from, from + languageSample))
  await loadLanguages([language])
  const sections = outline.sections.map((section) => ({ ...section, headings: [path, ...section.headings] }))
  return {
    file: { path, kind, bytes, digest: sum, tokens: estimateTokens(text) },
    language,
    index: indexText(text, { ...outline, sections }, language, (unit) => unit),
  }
}

const languageSample = 4_000

/** Headings or a frontmatter without text below them are one unit. */
function outlineOf(text: string, path: string, from: number): TextOutline {
  const outline = readStructure(text, formatOf(path) ?? 'text', from)
  if (outline.units.length > 0 || text.trim() === '') return outline
  return { units: [{ start: 0, end: text.length }], sections: [{ start: 0, headings: [] }] }
}

/** Identifiers and comments are mostly English. */
function languageOf(kind: WorkspaceFileKind, sample: string): Language {
  const detected = kind === 'code' || kind === 'configuration' ? 'und' : detectLanguage(sample)
  return detected === 'und' && /[a-z]{2}/i.test(sample) ? 'en' : detected
}
