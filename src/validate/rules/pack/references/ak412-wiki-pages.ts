import { findMentions } from '../../../../text/markdown/links.ts'
import { fileStem, folderOf, joinPath, normalizePath, pathProblem } from '../../../../text/paths/paths.ts'
import { fold, pageTitle } from '../../../pack-facts/page-title.ts'
import type { Folder } from '../../../folder.ts'
import type { PackRule } from '../../../rule.ts'
import { isMarkdown, startOfFile, textFiles } from '../../../pack-facts/text-files.ts'

const isPage = (path: string): boolean => path.startsWith('wiki/') && isMarkdown(path)

/** The front page, the log and a single page need no links. */
const needsLink = (path: string): boolean => !/^(?:wiki\/log|(?:.*\/)?(?:index|readme))\.(?:md|markdown)$/i.test(path)

export const orphanWikiPage: PackRule = {
  codes: ['AK412'],
  needs: 'files',
  check({ text }, report, folder) {
    const pages = folder.files.filter(isPage)
    if (pages.length < 2) return
    const linked = linkedPages(text, folder, pages)
    for (const page of pages) {
      if (needsLink(page) && !linked.has(page))
        report({ code: 'AK412', message: `No page links to "${page}".`, file: page, range: startOfFile })
    }
  },
}

function linkedPages(guide: string, folder: Folder, pages: readonly string[]): ReadonlySet<string> {
  const known = new Set(pages)
  const byName = new Map<string, string>()
  for (const page of pages)
    for (const name of [fileStem(page), pageTitle(folder.content(page) ?? '') ?? '']) byName.set(fold(name), page)
  const linked = new Set<string>()
  const folders = new Set<string>()
  for (const from of [
    'KNOWLEDGE.md',
    ...textFiles(folder).filter((path) => isMarkdown(path) && /^(?:wiki|documents|compiled)\//.test(path)),
  ]) {
    const { paths, names } = findMentions(from === 'KNOWLEDGE.md' ? guide : (folder.content(from) ?? ''))
    for (const path of new Set(paths)) {
      for (const target of candidates(path, from)) {
        if (target === from) continue
        if (known.has(target)) linked.add(target)
        else if (path.endsWith('/')) folders.add(target)
      }
    }
    for (const name of names) {
      const target = byName.get(fold(name)) ?? byName.get(fold(fileStem(name)))
      if (target !== undefined && target !== from) linked.add(target)
    }
  }
  // A folder of the wiki refers to its pages; the wiki itself refers to none in particular.
  for (const page of pages) if (folderOf(page) !== 'wiki' && folders.has(folderOf(page))) linked.add(page)
  return linked
}

/** A path may be relative to the file, to the wiki or to the pack, because authors use all three. */
function candidates(path: string, from: string): readonly string[] {
  const bases = [folderOf(from), '', 'wiki']
  return bases.flatMap((base) => {
    const joined = `${base}/${path}`.replace(/^\/+/, '')
    if (pathProblem(joined)) return []
    const target = normalizePath(joined)
    return isMarkdown(target) || path.endsWith('/') ? [target] : [`${target}.md`, joinPath(target, 'index.md')]
  })
}

export const duplicateEntity: PackRule = {
  codes: ['AK415'],
  needs: 'files',
  check(_subject, report, folder) {
    const first = new Map<string, string>()
    for (const path of folder.files) {
      if (!path.startsWith('wiki/entities/') || !isMarkdown(path) || /\/(?:index|readme)\.\w+$/i.test(path)) continue
      const title = pageTitle(folder.content(path) ?? '')
      if (title === undefined || fold(title) === '') continue
      const other = first.get(fold(title))
      if (other === undefined) first.set(fold(title), path)
      else
        report({
          code: 'AK415',
          message: `The entity "${title}" has a page of the same title, "${other}".`,
          file: path,
          range: startOfFile,
        })
    }
  },
}
