import { buildCatalog, type ReadEntry } from '../catalog/build.ts'
import { readHead, walkRoot } from '../discover/walk.ts'
import type { Catalog, EntryFile, ScannedRoot, Scope, Standing } from '../model/catalog.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Ports } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { parseManifest } from '../parse/manifest.ts'
import { parsePack } from '../parse/pack.ts'

/** Looks into every root and lists what is there. Of packs only the frontmatter is read. */
export function scanRoots(ports: Pick<Ports, 'files' | 'grants' | 'switches'>, roots: readonly { readonly path: string; readonly scope: Scope }[]): Catalog {
  const scanned: ScannedRoot[] = []
  const entries: ReadEntry[] = []
  for (const { path, scope } of roots) {
    const walked = walkRoot(ports.files, path, scope)
    scanned.push(walked.root)
    entries.push(...walked.entries.map((found) => readEntry(ports, found)))
  }
  return buildCatalog(entries, scanned, ports.switches.disabled())
}

function readEntry({ files, grants }: Pick<Ports, 'files' | 'grants'>, found: EntryFile): ReadEntry {
  const standing = standingOf(found, grants)
  const read = found.format === 'pack' ? readHead(files, found.folder) : files.read(found.folder, found.file, { limit: limits.documentBytes })
  if (!read.ok) return { found, document: undefined, diagnostics: unreadable(found, read.detail), standing }
  if (found.format === 'pack') {
    const { pack, diagnostics } = parsePack(read.bytes, { file: found.path })
    return { found, document: pack, diagnostics, standing }
  }
  const { manifest, diagnostics } = parseManifest(read.bytes, { file: found.path })
  return { found, document: manifest, diagnostics, standing }
}

function standingOf({ scope, folder }: EntryFile, grants: Ports['grants']): Standing {
  if (scope === 'builtin') return 'builtin'
  const grant = grants.find(folder)
  return grant ? (grant.follow ? 'followed' : 'granted') : 'ungranted'
}

function unreadable({ format, path }: EntryFile, detail: string): readonly Diagnostic[] {
  return diagnose([{ code: format === 'pack' ? 'AK107' : 'KCP107', message: detail }], { file: path, text: '' })
}
