import { indexLines } from '../../../text/positions/lines.ts'
import { findLinks } from '../../../text/markdown/links.ts'
import { percentDecoded, folderOf, joinPath, localPath, pathProblem } from '../../../text/paths/paths.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { isMarkdown } from '../../../validate/pack-facts/text-files.ts'
import { shownPath } from '../../shared/shown-path.ts'
import { type Around, contradicted, type Declared, proved, unknown } from './fact.ts'

/** The links of Markdown documents to files of the same root; `files` are relative to the folder of the document. */
export function* linkFacts(around: Around, files: Iterable<string>): Generator<Declared> {
  for (const file of files) {
    const text = isMarkdown(file) ? around.folder.content(file) : undefined
    if (text === undefined) continue
    const lines = indexLines(text)
    for (const { destination, start, end } of findLinks(text)) {
      const path = localPath(destination)
      if (path === undefined || isPattern(path)) continue
      yield { pointer: '', file, range: lines.range({ start, end }), ...linkFact(around, file, percentDecoded(path)) }
    }
  }
}

/** A glob, a placeholder or a template. */
const isPattern = (path: string): boolean => /[*<>{}$|]/.test(path)

function linkFact(around: Around, file: string, written: string): Pick<Declared, 'verdict' | 'detail'> {
  const { folder, root } = around
  const from = written.startsWith('/') ? '' : `${shownPath(root, folder.root)}/${folderOf(file)}`
  const path = `${from}/${written}`.replace(/^[/.]+\//, '')
  if (pathProblem(path)) return unknown(`The link ${showValue(written)} leads out of what is verified.`)
  const place = joinPath(path)
  if (candidates(place).some((candidate) => isInside(around, candidate)))
    return proved(`The link ${showValue(written)} leads to a file.`)
  // A site may generate pages, and links from its root are relative to the site.
  return written.startsWith('/') || !/\.\w+$/.test(place) || /\.html?$/i.test(place)
    ? unknown(`The link ${showValue(written)} leads to no file; a site may have such a page.`)
    : contradicted(`The link ${showValue(written)} leads to no file.`)
}

const candidates = (place: string): readonly string[] => [place, `${place}.md`, `${place}.mdx`, `${place}/index.md`]

function isInside({ files, root }: Around, path: string): boolean {
  const [place, top] = [files.realPath(`${root}/${path}`), files.realPath(root)]
  return place !== undefined && top !== undefined && (place === top || place.startsWith(`${top}/`))
}
