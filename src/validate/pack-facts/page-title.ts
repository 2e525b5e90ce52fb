import { scanSections, unmarkedTitle } from '../../text/markdown/sections.ts'
import { afterFrontmatter } from './text-files.ts'

/** The title of a page: `title:` of its frontmatter, or its first heading of level one. */
export function pageTitle(text: string): string | undefined {
  const start = afterFrontmatter(text)
  const declared = /^title[ \t]{0,4}:[ \t]{0,4}["']?([^"'\n]{1,200})/m.exec(text.slice(0, start))?.[1]
  if (declared !== undefined) return declared.trim()
  const heading = scanSections(text.slice(0, start + 20_000), start).find(({ level }) => level === 1)
  return heading ? unmarkedTitle(heading.title) : undefined
}

/** Titles match when they differ only in case, marks and spaces. */
export const fold = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
