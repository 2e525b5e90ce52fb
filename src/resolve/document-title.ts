import { fileStem } from '../text/paths.ts'
import { scanSections } from '../text/sections.ts'

/** A title stands at the head of a file, nearly always in its first lines. */
const looks = [400, 4_000] as const

/** The first heading of a text; the name of its file where there is none. */
export function documentTitle(text: string, from: number, path: string): string {
  for (const look of looks) {
    const head = text.slice(0, from + look)
    const found = scanSections(head, from).find(({ level }) => level > 0)
    // One that the end of the look cuts through may go on.
    if (found && (found.bodyStart < head.length || head.length === text.length)) return found.title
    if (head.length === text.length) break
  }
  return fileStem(path)
}
