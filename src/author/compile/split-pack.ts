import { digest } from '../../text/bytes/digest.ts'
import { findSourceMarks } from '../../text/facts/source-marks.ts'
import { fileName, fileStem, folderOf } from '../../text/paths/paths.ts'
import type { Folder } from '../../validate/folder.ts'
import { pageTitle } from '../../validate/pack-facts/page-title.ts'
import { latinSlug } from '../draft/unit-id.ts'
import { yamlText } from '../draft/yaml-text.ts'
import type { Output } from './plan-outputs.ts'
import type { SectionRow } from './source-map-text.ts'
import { placeIn } from './source-place.ts'
import { isSplit, splitDocument, splitExtension, type DocumentSplit } from './split-document.ts'

export interface SplitDocuments {
  readonly outputs: readonly Output[]
  readonly sections: readonly SectionRow[]
  readonly omitted: readonly { readonly path: string; readonly reason: string }[]
}

const openQuestions = /^documents\/open-questions(?:\/|\.\w+$)/i

/** The splits of these documents of a pack, and how the source map names them (AK-014, AK-320). */
export function splitPack(folder: Folder, documents: readonly string[]): SplitDocuments {
  const outputs: Output[] = []
  const sections: SectionRow[] = []
  const omitted: { path: string; reason: string }[] = []
  const folders = splitFolders(folder.files.filter((path) => path.startsWith('documents/')))
  for (const path of documents) {
    if (openQuestions.test(path)) continue
    const text = isSplit(path) ? folder.content(path) : undefined
    if (text === undefined) {
      omitted.push({
        path,
        reason: isSplit(path) ? 'It cannot be read as UTF-8 text.' : 'Only texts with headings are split.',
      })
      continue
    }
    const into = `compiled/splits/${folders.get(path) ?? 'document'}`
    for (const split of splitDocument(path, text)) {
      const target = `${into}/${split.name}${splitExtension(path)}`
      outputs.push(outputOf(split, { document: path, target, text }))
      sections.push(sectionOf(folder, split, { document: path, target, text }))
    }
  }
  return { outputs, sections, omitted }
}

interface SplitPlace {
  readonly document: string
  readonly target: string
  readonly text: string
}

/** The anchor is that of the heading: an edit further up changes no other split. */
const referenceOf = ({ anchor }: DocumentSplit, document: string): string =>
  anchor === undefined ? document : `${document}#${anchor}`

/** Readers of source lines know no quotes, so they are written only where YAML needs them. */
const plainSource = (reference: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_./#-]*$/u.test(reference) ? reference : JSON.stringify(reference)

/** A document without a title is known by its name, which a split would lose. */
const titleLine = ({ isUntitled }: DocumentSplit, document: string, text: string): string =>
  isUntitled ? yamlText({ title: pageTitle(text) ?? fileStem(document) }) : ''

function outputOf(split: DocumentSplit, { document, target, text }: SplitPlace): Output {
  const { title, start, end, lines } = split
  return {
    path: target,
    text: `---\n${titleLine(split, document, text)}source: ${plainSource(referenceOf(split, document))}\n---\n\n${split.text}`,
    title,
    source: { path: document, sha256: digest(text.slice(start, end)), start, end, lines },
  }
}

/** The sources that the text names and that exist; without any, the document itself. */
function sectionOf(folder: Folder, split: DocumentSplit, { document, target, text }: SplitPlace): SectionRow {
  const named = findSourceMarks(text.slice(split.start, split.end))
    .flatMap(({ references }) => references)
    .filter((reference) => !('reason' in placeIn(folder, document, reference)))
    .map((reference) => reference.text)
  return {
    document,
    section_id: split.anchor ?? split.name,
    title: split.title,
    source_anchors: named.length > 0 ? [...new Set(named)] : [`${document}#${split.lines}`],
    compiled_into: [target],
  }
}

/** A folder of splits for each document, named as the document is below `documents/`. */
function splitFolders(documents: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    documents.map((path) => {
      const below = folderOf(path).split('/').slice(1).map(plainName)
      const wanted = [...below, plainName(fileStem(path))].join('/')
      const name = taken.has(wanted) ? [...below, plainName(fileName(path))].join('/') : wanted
      taken.add(name)
      return [path, name]
    }),
  )
}

/** Plain names are kept as written. */
const plainName = (name: string): string =>
  /^[A-Za-z0-9][\w.-]{0,99}$/.test(name) && !name.endsWith('.')
    ? name
    : latinSlug(name) || `document-${digest(name).slice(7, 15)}`
