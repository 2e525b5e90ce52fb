import type { Fenced } from '../model/brands.ts'
import { findHidden } from '../text/hidden.ts'
import { findMarkup } from '../text/find-markup.ts'
import { fenced } from './envelope.ts'
import { fenceText } from './text.ts'

const frame = /^ {0,2}<\/?(?:available_knowledge_packs|knowledge_pack|knowledge_manifest)>$/gm

/** A list of the catalog, whose forms escape what they list: checked once more, and fenced as a whole if anything got through. */
export function fenceCatalog(list: string): Fenced {
  const listed = list.replace(frame, '')
  return findMarkup(listed).length === 0 && findHidden(listed).length === 0 ? fenced([list]) : fenceText(list, { name: 'catalog' })
}
