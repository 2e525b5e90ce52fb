import { buildCatalog, type ReadEntry } from '../catalog/build.ts'
import { discover, placeOf } from '../discover/discover.ts'
import type { Walked } from '../discover/walk.ts'
import type { Catalog, EntryFile, Root } from '../model/catalog.ts'
import type { Restraints } from '../model/config.ts'
import { limits } from '../model/limits.ts'
import type { Ports } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { parseManifest } from '../parse/manifest.ts'
import { allowType } from '../parse/pack.ts'
import { digest } from '../text/digest.ts'
import { fileName } from '../text/paths.ts'
import { validatePackHead } from '../validate/validate.ts'
import { grantFor, standingOf } from './standing.ts'

type ScanPorts = Pick<Ports, 'files' | 'grants' | 'switches'>

export interface ScanOptions extends Restraints {
  /** Leave out what a `.gitignore` names. */
  readonly respectGitignore?: boolean
  /** Types of packs that are used although the standard does not know them (AK-037). */
  readonly allowTypes?: readonly string[]
}

/** Looks into every root and lists what is there. Of packs only the frontmatter is read. */
export function scanRoots(ports: ScanPorts, roots: readonly Root[], options: ScanOptions = {}): Catalog {
  const found = roots.map((root) => ({ ...root, ...discover(ports.files, root, options) }))
  const scanned = found.map(({ path, scope, exists, entries, skipped }) => {
    const count = (format: EntryFile['format']): number => entries.filter((entry) => entry.format === format).length
    return { path, scope, exists, packs: count('pack'), manifests: count('manifest'), skipped }
  })
  const read = found.flatMap(({ path, entries, heads }) => {
    // Most roots hold nothing granted; one look at the store tells, instead of one for every entry.
    const grants = ports.grants.below(path).length > 0 ? ports.grants : nothingGranted
    const stores = { files: ports.files, grants }
    return entries.map((entry) => readEntry(stores, entry, heads, options.allowTypes ?? []))
  })
  const disabled = new Set([...ports.switches.disabled(), ...(options.disabled ?? [])])
  return buildCatalog(read, { roots: scanned, diagnostics: found.flatMap(({ diagnostics }) => diagnostics), disabled })
}

const nothingGranted: Pick<Ports['grants'], 'find'> = { find: () => undefined }

function readEntry({ files, grants }: { readonly files: Ports['files']; readonly grants: Pick<Ports['grants'], 'find'> }, found: EntryFile, heads: Walked['heads'], allowTypes: readonly string[]): ReadEntry {
  const read = heads.get(found) ?? files.read(found.root, placeOf(found).slice(found.root.length + 1), { limit: limits.documentBytes })
  if (!read.ok) {
    const diagnostics = diagnose([{ code: found.format === 'pack' ? 'AK107' : 'KCP107', message: read.detail }], { file: found.path, text: '' })
    return { found, document: undefined, diagnostics, headDigest: '', standing: 'ungranted' }
  }
  const headDigest = digest(read.bytes)
  const standing = standingOf(found, grantFor(grants, { found, headDigest }))
  if ('reading' in read) {
    const { pack } = allowType(read.reading, allowTypes)
    const diagnostics = validatePackHead(read.reading, { folderName: fileName(found.folder) }).filter(({ code }) => code !== 'AK303' || pack === undefined)
    return { found, document: pack, diagnostics, headDigest, standing }
  }
  const { manifest, diagnostics } = parseManifest(read.bytes, { file: found.path })
  return { found, document: manifest, diagnostics, headDigest, standing }
}
