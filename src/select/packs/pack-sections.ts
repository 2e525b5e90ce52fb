import { formatOf } from '../../formats/format-of.ts'
import { readStructure } from '../../formats/read-structure.ts'
import type { AllowedPack } from '../../model/decisions/brands.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { filesBelow } from '../texts/files-below.ts'
import { grantedText } from '../texts/granted-text.ts'
import { isPackText } from '../../text/paths/paths.ts'

/** A section of a file whose bytes are granted. */
export interface PackSection {
  readonly allowed: AllowedPack
  readonly path: string
  readonly headings: readonly string[]
  readonly start: number
  readonly end: number
  readonly text: string
  readonly fileDigest: string
}

/** Layers in order; the next one is searched if those before it have no answer. */
export const layers = ['compiled', 'documents', 'wiki'] as const

export function passagesOf(
  files: Files,
  allowed: AllowedPack,
  layer: string,
  omitted: Omission[],
): readonly PackSection[] {
  return textFiles(files, allowed.root, layer).flatMap((path) => readPassages(files, allowed, path, omitted))
}

/** The guide itself, for packs without other text. */
export function guidePassages(files: Files, allowed: AllowedPack, omitted: Omission[]): readonly PackSection[] {
  return readPassages(files, allowed, 'KNOWLEDGE.md', omitted, allowed.pack.bodyStart)
}

function readPassages(
  files: Files,
  allowed: AllowedPack,
  path: string,
  omitted: Omission[],
  from = 0,
): readonly PackSection[] {
  const granted = grantedText(files, allowed, path, omitted)
  if (!granted) return []
  const { text, fileDigest } = granted
  return readStructure(text, formatOf(path) ?? 'text', from).sections.flatMap(({ headings, start, end, bodyStart }) => {
    if (text.slice(bodyStart, end).trim() === '') return []
    const body = text.slice(start, end).trimEnd()
    return [{ allowed, path, headings, start, end: start + body.length, text: body, fileDigest }]
  })
}

const textFiles = (files: Files, root: string, layer: string): readonly string[] =>
  filesBelow(files, root, layer).filter((path) => isPackText(path) && path !== 'wiki/log.md')
