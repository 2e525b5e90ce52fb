import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { findInjections } from '../../text/detect/injection.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { firstSentence, isInformative } from './first-sentence.ts'
import { plainLine } from './plain-line.ts'
import type { ReadDocument } from './read-document.ts'

/** What the `llms.txt` of a root says about documents, by their paths. */
export function llmsDescriptions(files: Files, root: string): ReadonlyMap<string, string> {
  const read = files.read(root, 'llms.txt', { limit: limits.documentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  const described = new Map<string, string>()
  for (const line of decoded?.ok ? decoded.text.split('\n') : []) {
    const [, target = '', written = ''] = entry.exec(line) ?? []
    const path = pathOf(target)
    const sentence = firstSentence(plainLine(written))
    if (path !== undefined && isInformative(sentence, '') && findInjections(sentence).length === 0)
      described.set(path, sentence)
  }
  return described
}

/** `- [title](path): description` */
const entry = /^\s{0,3}[-*+] \[[^\]]{1,300}\]\(([^()\s]{1,500})\):? {0,4}(.{1,1000})$/

/** Of an absolute URL its path; the file may be in the repository of that site. */
function pathOf(target: string): string | undefined {
  const local = URL.canParse(target) ? decoded(new URL(target).pathname) : target.split(/[?#]/)[0]
  const path = (local ?? '').replace(/^(?:\.?\/)+/, '')
  return path === '' || pathProblem(path) ? undefined : normalizePath(path)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The author of llms.txt described the document for this purpose. */
export function withDescription(document: ReadDocument, described: ReadonlyMap<string, string>): ReadDocument {
  const sentence = described.get(document.path)
  return sentence === undefined ? document : { ...document, lead: { ...document.lead, sentence } }
}
