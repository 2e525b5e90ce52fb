import type { Fenced } from '../model/decisions/brands.ts'
import { envelope, fenced } from './envelope.ts'
import { seal, sealHidden } from './seal.ts'
import { dataSentenceFor } from './sentences.ts'

/** A list of the catalog under the instruction of the standard, which itself declares the list as data. */
export const fenceList = (instruction: string, list: string): Fenced =>
  fenced([envelope('knowledge_pack', [['name', 'catalog']], { header: [instruction], body: sealHidden(list) })])

/** Lines that consist of a lorefence tag. */
export const listFrame = /^ {2}<\/?(?:knowledge_pack|knowledge_manifest)>$/gm

/** The list in XML, inside the element that the standard defines for it. */
export function fenceXmlList(items: string): Fenced {
  const lines = items.split('\n').map((line) => (line.search(listFrame) === 0 ? line : seal(line)))
  return fenced([
    envelope('available_knowledge_packs', [], { header: [dataSentenceFor('data')], body: '', tail: lines.join('\n') }),
  ])
}
