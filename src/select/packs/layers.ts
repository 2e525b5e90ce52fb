import type { AllowedPack } from '../../model/decisions/brands.ts'
import type { Files } from '../../model/ports.ts'
import { isPackText, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { filesBelow } from '../texts/files-below.ts'
import { ownPath } from '../texts/granted-text.ts'

/** The rule that made a file a candidate, reported by `why` (AK-153, AK-163). */
export type LayerRule =
  | 'answers'
  | 'compiled'
  | 'primary-document'
  | 'documents'
  | 'wiki'
  | 'client-policy'
  | 'ontology'
  | 'guide'

/** Files of a pack that are read together. */
interface Layer {
  readonly rule: LayerRule
  readonly paths: readonly string[]
}

/** The files of a pack, determined by their names alone. */
export interface PackFiles {
  readonly layers: readonly Layer[]
  /** Files in the same folders that are not text; listed but never opened. */
  readonly others: readonly string[]
  /** Open questions of the pack: gaps, never facts (AK-010). */
  readonly questions: readonly string[]
  /** Files of action logs and monitoring runs, read for audits only (AK-282, AK-288). */
  readonly logs: readonly string[]
}

const questionFile = /^(?:wiki|documents|compiled)\/open-questions(?:\/|\.\w+$)/i
const pdfFile = /\.pdf$/i
/** Exports are generated from the records and have no authority (AK-271). */
const recordFile = /^(?:answers|ontology)\/(?!exports\/).*\.json$/i
const logFile = /(?:^|\/)(?:action[-_]?logs?|monitoring[-_]?runs?)\.json$/i

/** Whether a file of a pack contains records, each of which has its own state. */
export const isRecordFile = (path: string): boolean => recordFile.test(path)

/** Layers in the order of the profile, without empty ones. The guide is used only if there is no other layer. */
export function packFiles(
  files: Files,
  { root, pack, entryFile }: Pick<AllowedPack, 'root' | 'pack' | 'entryFile'>,
): PackFiles {
  const isText = (path: string): boolean => isPackText(path) || (files.pdfText !== undefined && pdfFile.test(path))
  const all = ['compiled', 'documents', 'wiki']
    .flatMap((folder) => filesBelow(files, root, folder))
    .filter((path) => path !== 'wiki/log.md')
  const records = ['answers', 'ontology'].flatMap((folder) => filesBelow(files, root, folder)).filter(isRecordFile)
  const graph = records.filter((path) => !logFile.test(path))
  const [compiled, documents, wiki] = [below(all, 'compiled/'), below(all, 'documents/'), below(all, 'wiki/')]
  const declared = primaryDocument(pack.head.metadata?.primaryDocument)
  const primary = declared === undefined || documents.includes(declared) ? declared : ownPath(files, root, declared)
  const order = orderOf(pack.profile, {
    compiled,
    documents,
    wiki,
    primary: documents.filter((path) => path === primary),
  })
  const texts = order.map(({ rule, paths }) => ({ rule, paths: paths.filter(isText) }))
  const layers = [
    { rule: 'answers' as const, paths: below(graph, 'answers/') },
    ...texts,
    { rule: 'ontology' as const, paths: below(graph, 'ontology/') },
  ].filter(({ paths }) => paths.length > 0)
  return {
    layers: layers.length > 0 ? layers : [{ rule: 'guide', paths: [entryFile] }],
    others: all.filter((path) => !isText(path)),
    questions: all.filter((path) => questionFile.test(path) && isPackText(path)),
    logs: records.filter((path) => logFile.test(path)),
  }
}

const below = (paths: readonly string[], folder: string): readonly string[] =>
  paths.filter((path) => path.startsWith(folder) && !questionFile.test(path))

interface Found {
  readonly compiled: readonly string[]
  readonly documents: readonly string[]
  readonly wiki: readonly string[]
  /** The primary document, if it exists. */
  readonly primary: readonly string[]
}

/** Compiled views first in every profile; then the layers of the profile (AK-148 to AK-153). */
function orderOf(
  profile: AllowedPack['pack']['profile'],
  { compiled, documents, wiki, primary }: Found,
): readonly Layer[] {
  const views: Layer = { rule: 'compiled', paths: compiled }
  const leading: Layer = { rule: 'primary-document', paths: primary }
  const further: Layer = { rule: 'documents', paths: documents.filter((path) => !primary.includes(path)) }
  const pages: Layer = { rule: 'wiki', paths: wiki }
  switch (profile) {
    case 'document-first':
      return [views, leading, further, pages]
    case 'wiki-first':
      return [views, pages, leading, further]
    case 'hybrid':
      // Without a primary document the task decides, so both are ranked together.
      return primary.length > 0
        ? [views, leading, pages, further]
        : [views, { rule: 'client-policy', paths: [...documents, ...wiki] }]
  }
}

/** A path outside the pack is ignored (AK-313). */
const primaryDocument = (written: string | undefined): string | undefined =>
  written === undefined || pathProblem(written) ? undefined : normalizePath(written)
