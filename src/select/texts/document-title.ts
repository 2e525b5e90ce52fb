import { splitFrontmatter } from '../../parse/pack/frontmatter.ts'
import { fileStem } from '../../text/paths/paths.ts'
import { scanSections } from '../../text/markdown/sections.ts'
import type { GrantedText } from './granted-text.ts'
import type { Source } from './source.ts'

/** Characters searched for a title, which is nearly always in the first lines. */
const looks = [400, 4_000] as const

/** A text that opens with a plain heading, as most do. */
const opensWithTitle = /\n{0,100}#{1,6}[ \t]{1,8}([^\s#](?:[^\r\n#]{0,100}[^\s#])?)[ \t]{0,8}\r?\n/y

/**
 * Raised when `openingOf` may return something else for the same text, because its results are stored between
 * processes.
 */
export const openingEdition = 1

/** The start of the body, and the title. The head is nearly always enough, so that the rest is not decoded. */
export function openingOf(granted: GrantedText, path: string, bodyStart?: number): Pick<Source, 'from' | 'title'> {
  const { head } = granted
  const { start, declared } = bodyStart === undefined ? startOf(head) : { start: bodyStart }
  const title = declared ?? (start === undefined ? undefined : openingTitle(head, start))
  if (start !== undefined && title !== undefined) return { from: start, title }
  const whole = bodyStart === undefined ? startOf(granted.text) : { start: bodyStart }
  const from = whole.start ?? 0
  return { from, title: whole.declared ?? documentTitle(granted.text, from, path) }
}

interface Start {
  /** `undefined` if the frontmatter is not closed. */
  readonly start: number | undefined
  /** The title in the frontmatter. */
  readonly declared?: string
}

function startOf(text: string): Start {
  const front = splitFrontmatter(text)
  if (!front.found) return { start: front.problem === 'missing' ? 0 : undefined }
  const declared = titleIn(front.yaml)
  return { start: front.bodyStart, ...(declared === undefined ? {} : { declared }) }
}

/** A title on one line, as sites write it; block scalars and empty values do not count. */
function titleIn(yaml: string): string | undefined {
  const [, quoted, plain] =
    /^title:[ \t]{1,8}(?:(["'])(.*)\1|([^"'>|\s&*!{[#].*?))[ \t]{0,8}(?:#.*)?\r?$/m.exec(yaml)?.slice(1) ?? []
  const title = (quoted ?? plain)?.trim()
  return title === undefined || title === '' ? undefined : title.slice(0, 200)
}

/** The heading that a text opens with, if it is a plain one. */
function openingTitle(text: string, from: number): string | undefined {
  opensWithTitle.lastIndex = from
  return opensWithTitle.exec(text)?.[1]
}

/** The first heading of a text, or the name of its file if it has none. */
function documentTitle(text: string, from: number, path: string): string {
  const title = openingTitle(text, from)
  if (title !== undefined) return title
  for (const look of looks) {
    const head = text.slice(0, from + look)
    const found = scanSections(head, from).find(({ level }) => level > 0)
    // A heading at the end of the searched part may continue.
    if (found && (found.bodyStart < head.length || head.length === text.length)) return found.title
    if (head.length === text.length) break
  }
  return fileStem(path)
}
