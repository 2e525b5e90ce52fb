import { plainLine } from '../../author/plain-line.ts'
import { formatOf } from '../../formats/format-of.ts'
import { readStructure } from '../../formats/read-structure.ts'
import type { WorkspaceFile, WorkspaceFileKind } from '../../model/workspace.ts'
import { indexText, type TextIndex } from '../../rank/text-index.ts'
import { detectLanguage, loadLanguages, type Language } from '../../text/lexicon/lexicon.ts'
import { shortened } from '../../text/markup/list-line.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import type { FoundFile, OpenedFile } from './open-file.ts'

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
