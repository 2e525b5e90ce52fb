import { basename, join } from 'node:path'
import { plainManifest } from '../../author/draft/plain-manifest.ts'
import { findDocuments } from '../../author/documents/find-documents.ts'
import { overlayFiles } from '../../io/disk/overlay-files.ts'
import type { Files } from '../../model/ports.ts'
import { compareText } from '../../text/compare.ts'
import { leftOutOf } from '../shared/folder-units.ts'
import { manifestFile } from '../init/update-manifest.ts'

export type ReportLeftOut = (folder: string, passedOver: number) => void

/**
 * The disk with a manifest drafted in each of these folders that has none: a unit per document, from names alone. It is
 * granted, decided on and read like any other; nothing is written. `report` receives how much of a folder was left out.
 */
export function withDrafts(files: Files, folders: readonly string[], report: ReportLeftOut): Files {
  const drafted = new Map<string, Uint8Array>()
  for (const folder of folders) {
    if (files.kindOf(join(folder, manifestFile)) !== undefined) continue
    const { candidates, passedOver } = findDocuments(files, folder, [''], { passesOver: leftOutOf(files, folder) })
    if (passedOver > 0) report(folder, passedOver)
    if (candidates.length > 0)
      drafted.set(join(folder, manifestFile), new TextEncoder().encode(plainManifest(candidates, basename(folder))))
  }
  if (drafted.size === 0) return files
  const overlay = overlayFiles(files, drafted)
  return {
    ...overlay,
    list(folder, wanted) {
      const listed = files.list(folder, wanted)
      if (!listed || !drafted.has(join(folder, manifestFile))) return listed
      return [...listed, { name: manifestFile, kind: 'file' as const }].sort((a, b) => compareText(a.name, b.name))
    },
  }
}
