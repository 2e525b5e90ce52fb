import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { decodeUtf8 } from '../../text/utf8.ts'
import { initManifest } from '../init/init.ts'
import { manifestFile, updateManifest } from '../init/update-manifest.ts'
import { declaredIn } from './declared.ts'
import type { WorkspacePorts } from './workspace.ts'

type ExportedManifest =
  | { readonly ok: true; readonly text: string; readonly units: number }
  | { readonly ok: false; readonly reason: string }

/**
 * A `knowledge.yaml` for a repository: its own, with units for documents that it does not name, or a drafted one.
 * Nothing is written. Exporting again after saving it changes nothing.
 */
export function exportKcp(ports: WorkspacePorts, root: string): ExportedManifest {
  const { files, clock } = ports
  const { covers, isUnclear } = declaredIn(ports, [root])
  // The title and first sentence of a document that another entry restricts must not appear in a manifest.
  const isSkipped = (path: string): boolean => covers(`${root}/${path}`) || isUnclear(`${root}/${path}`)
  const options = { root, shownRoot: root, paths: [], isSkipped }
  if (files.kindOf(`${root}/${manifestFile}`) === undefined) {
    const writer = { create: () => ({ ok: false, trouble: 'unwritable', detail: 'Nothing is written.' }) as const }
    const { files: drafted, count = 0 } = initManifest({ files, clock, writer }, { ...options, dryRun: true })
    const text = drafted.find(({ path }) => path === manifestFile)?.text
    return text === undefined ? { ok: false, reason: 'No document was found.' } : { ok: true, text, units: count }
  }
  const { change, unnamed, byHand, trouble } = updateManifest(files, { ...options, now: clock.now() })
  if (trouble !== undefined) return { ok: false, reason: trouble }
  if (byHand !== undefined)
    return { ok: false, reason: `its list of units cannot be extended; add by hand:\n${byHand}` }
  const text = change ? new TextDecoder().decode(change.after) : textOf(files, root)
  return text === undefined ? { ok: false, reason: 'It cannot be read.' } : { ok: true, text, units: unnamed.length }
}

function textOf(files: Files, root: string): string | undefined {
  const read = files.read(root, manifestFile, { limit: limits.documentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  return decoded?.ok ? decoded.text : undefined
}
