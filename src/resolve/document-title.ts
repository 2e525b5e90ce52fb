import { fileStem } from '../text/paths.ts'
import { scanSections } from '../text/sections.ts'

/** A title stands at the head of a file, nearly always in its first lines. */
const looks = [400, 4_000] as const

/** A text that opens with a plain heading, as most do. */
const opensWithTitle = /\n{0,100}#{1,6}[ \t]{1,8}([^\s#](?:[^\r\n#]{0,100}[^\s#])?)[ \t]{0,8}\r?\n/y

/** The first heading of a text; the name of its file where there is none. */
export function documentTitle(text: string, from: number, path: string): string {
  opensWithTitle.lastIndex = from
  const [, title] = opensWithTitle.exec(text) ?? []
  if (title !== undefined) return title
  for (const look of looks) {
    const head = text.slice(0, from + look)
    const found = scanSections(head, from).find(({ level }) => level > 0)
    // One that the end of the look cuts through may go on.
    if (found && (found.bodyStart < head.length || head.length === text.length)) return found.title
    if (head.length === text.length) break
  }
  return fileStem(path)
}
