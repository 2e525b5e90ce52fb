import type { Allowed } from '../model/brands.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import type { Left } from '../model/read.ts'
import { scanSections } from '../text/sections.ts'
import { digest } from '../text/digest.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/** A section of a file whose bytes are granted. */
export interface Passage {
  readonly allowed: Allowed
  readonly path: string
  readonly headings: readonly string[]
  readonly start: number
  readonly end: number
  readonly text: string
  readonly fileDigest: string
}

/** Layers in the order a pack offers them; the next one is asked when the one before does not answer. */
export const layers = ['compiled', 'documents', 'wiki'] as const

export function passagesOf(files: Files, allowed: Allowed, layer: string, left: Left[]): readonly Passage[] {
  return textFiles(files, allowed.root, layer).flatMap((path) => readPassages(files, allowed, path, left))
}

/** The guide itself, for packs that have nothing else. */
export function guidePassages(files: Files, allowed: Allowed, left: Left[]): readonly Passage[] {
  return readPassages(files, allowed, 'KNOWLEDGE.md', left, allowed.pack.bodyStart)
}

function readPassages(files: Files, allowed: Allowed, path: string, left: Left[], from = 0): readonly Passage[] {
  const read = files.read(allowed.root, path, { limit: limits.contentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  if (!read.ok || !decoded?.ok) {
    left.push({ ref: allowed.ref, path, reason: 'unreadable', detail: read.ok ? 'The file is not UTF-8.' : read.detail })
    return []
  }
  const fileDigest = digest(read.bytes)
  if (allowed.granted && allowed.granted.get(path) !== fileDigest) {
    left.push({ ref: allowed.ref, path, reason: 'changed', detail: 'The file is new or has changed since it was granted.' })
    return []
  }
  const { text } = decoded
  return scanSections(text, from).flatMap(({ headings, start, end, bodyStart }) => {
    if (text.slice(bodyStart, end).trim() === '') return []
    const body = text.slice(start, end).trimEnd()
    return [{ allowed, path, headings, start, end: start + body.length, text: body, fileDigest }]
  })
}

function textFiles(files: Files, root: string, layer: string): readonly string[] {
  const found: string[] = []
  const pending = [{ path: layer, depth: 0 }]
  for (let next = pending.pop(); next && found.length < limits.packFiles; next = pending.pop()) {
    for (const entry of files.list(`${root}/${next.path}`) ?? []) {
      const path = `${next.path}/${entry.name}`
      if (entry.kind === 'folder' && next.depth < limits.walkDepth) pending.push({ path, depth: next.depth + 1 })
      else if (entry.kind === 'file' && /\.(md|markdown|txt)$/i.test(entry.name) && path !== 'wiki/log.md') found.push(path)
    }
  }
  return found.sort()
}
