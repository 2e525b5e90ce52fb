import type { Manifest } from '../../model/documents/manifest.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { readManifest } from './manifest.ts'

export const emptyManifest: Manifest = {
  kind: 'manifest',
  project: '',
  units: [],
  unusable: [],
  relationships: [],
  relationshipCount: 0,
  unreadable: [],
}

/**
 * Reads the first bytes of a long manifest: its name and the units that are complete there. For lists of ungranted
 * manifests; nothing is validated, and what follows is absent.
 */
export function parseManifestHead(bytes: Uint8Array): Manifest {
  const end = bytes.lastIndexOf(lineBreak) + 1
  const decoded = decodeUtf8(end > 0 ? bytes.subarray(0, end) : bytes)
  const text = decoded.ok ? decoded.text : ''
  const manifest = readWhole(text, lastItem(text)) ??
    readWhole(text, text.search(unitsKey)) ?? { ...emptyManifest, project: project.exec(text)?.[1]?.trim() ?? '' }
  return { ...manifest, headOnly: true }
}

const lineBreak = 10
const unitsKey = /^units:/m
const item = /^ *- /gm
/** In flow style, such as JSON, a part of a document is not a document. */
const project = /(?:^|[{,])[ \n]*"?project"?[ ]*:[ ]*"?([^"\n,}]{1,200})/

/** Start of the last item of the list of units; it may continue after the head. */
function lastItem(text: string): number {
  const from = text.search(unitsKey)
  item.lastIndex = Math.max(0, from)
  const first = from < 0 ? undefined : item.exec(text)?.[0]
  return first === undefined ? -1 : text.lastIndexOf(`\n${first}`) + 1
}

const readWhole = (text: string, end: number): Manifest | undefined =>
  end <= 0 ? undefined : readManifest(text.slice(0, end), '').manifest
