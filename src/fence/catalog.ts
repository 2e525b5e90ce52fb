import type { Fenced } from '../model/brands.ts'
import { envelope, fenced } from './envelope.ts'
import { seal, sealHidden } from './seal.ts'
import { sentenceFor } from './sentences.ts'

/** A list of the catalog under the instruction of the standard, which says itself that what is listed is data. */
export const fenceList = (instruction: string, list: string): Fenced =>
  fenced([envelope('knowledge_pack', [['name', 'catalog']], { header: [instruction], body: sealHidden(list) })])

/** Lines that hold a tag of ours and nothing else. */
export const listFrame = /^ {2}<\/?(?:knowledge_pack|knowledge_manifest)>$/gm

/** The items of the list in XML, inside the element that the standard has for them. */
export function fenceXmlList(items: string): Fenced {
  const lines = items.split('\n').map((line) => (line.search(listFrame) === 0 ? line : seal(line)))
  return fenced([
    envelope('available_knowledge_packs', [], { header: [sentenceFor('data')], body: '', tail: lines.join('\n') }),
  ])
}
