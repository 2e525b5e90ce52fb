import type { Code } from '../../model/codes/codes.ts'
import type { Range, Report, Severity, Span } from '../../model/codes/diagnostic.ts'
import { indexLines } from '../../text/positions/lines.ts'
import type { Folder } from '../folder.ts'

const binaryEndings = [
  'png jpg jpeg gif webp avif ico bmp tif tiff mp3 mp4 m4a wav ogg webm mov avi woff woff2 ttf otf eot',
  'pdf doc docx xls xlsx ppt pptx zip gz tgz bz2 xz 7z rar tar',
  'bin dat db sqlite parquet npy faiss wasm so dll exe class jar pyc',
].flatMap((line) => line.split(' '))

const binary = new RegExp(`\\.(?:${binaryEndings.join('|')})$`, 'i')

/** Files that may be read as text. indexes/ is disposable and often binary; only its source map counts (AK-019). */
export function textFiles(folder: Folder): readonly string[] {
  return folder.files.filter(
    (path) => !binary.test(path) && (!path.startsWith('indexes/') || path === 'indexes/source-map.json'),
  )
}

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

/** Where the text of a Markdown file starts, after its frontmatter. */
export function afterFrontmatter(text: string): number {
  if (!text.startsWith('---')) return 0
  return /^---[ \t]*\r?\n(?:(?!---[ \t]*\r?\n).*\n){0,400}---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0
}

/** The place of a finding about a whole file. */
export const startOfFile: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

/** A finding by its offsets in a text. */
export interface SpanFinding {
  readonly code: Code
  readonly span: Span
  readonly message: string
  readonly severity?: Severity
}

/** Limit per text, so that others are shown too; the last finding shown counts the rest. */
const shownPerText = 100

/** Reports findings of one text; without `file`, of the document itself. */
export function reportInText(
  text: string,
  file: string | undefined,
  findings: readonly SpanFinding[],
  report: Report,
): void {
  if (findings.length === 0) return
  const lines = indexLines(text)
  const more = findings.length - shownPerText
  for (const [index, { span, message, ...finding }] of findings.slice(0, shownPerText).entries()) {
    const counted =
      more > 0 && index === shownPerText - 1
        ? `${message.slice(0, -1)}; the same applies to ${more} more places.`
        : message
    report({ ...finding, message: counted, range: lines.range(span), ...(file === undefined ? {} : { file }) })
  }
}
