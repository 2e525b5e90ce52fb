import { buildCatalog, type ReadEntry } from '../catalog/build.ts'
import { readHead, walkRoot } from '../discover/walk.ts'
import type { Catalog, EntryFile, ScannedRoot, Scope } from '../model/catalog.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import { parseManifest } from '../parse/manifest.ts'
import { parsePack } from '../parse/pack.ts'

/** Looks into every root and lists what is there. Of packs only the frontmatter is read. */
export function scanRoots(files: Files, roots: readonly { readonly path: string; readonly scope: Scope }[]): Catalog {
  const scanned: ScannedRoot[] = []
  const entries: ReadEntry[] = []
  for (const { path, scope } of roots) {
    const walked = walkRoot(files, path, scope)
    scanned.push(walked.root)
    entries.push(...walked.entries.map((found) => readEntry(files, found)))
  }
  return buildCatalog(entries, scanned)
}

function readEntry(files: Files, found: EntryFile): ReadEntry {
  if (found.format === 'pack') {
    const read = readHead(files, found.folder)
    if (!read.ok) return { found, document: undefined, diagnostics: [] }
    const { pack, diagnostics } = parsePack(read.bytes, { file: found.path })
    return { found, document: pack, diagnostics }
  }
  const read = files.read(found.folder, found.file, { limit: limits.documentBytes })
  if (!read.ok) return { found, document: undefined, diagnostics: [] }
  const { manifest, diagnostics } = parseManifest(read.bytes, { file: found.path })
  return { found, document: manifest, diagnostics }
}
