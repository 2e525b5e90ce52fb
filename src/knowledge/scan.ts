import { buildCatalog, type ReadEntry } from '../catalog/build.ts'
import { switchedOff } from '../catalog/refs.ts'
import { discover, placeOf } from '../discover/discover.ts'
import type { JudgeHead } from '../discover/walk.ts'
import type { Catalog, EntryFile, Root } from '../model/catalog.ts'
import type { Restraints } from '../model/config.ts'
import { limits } from '../model/limits.ts'
import type { Ports } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { parseManifest } from '../parse/manifest.ts'
import { allowType, readPack } from '../parse/pack.ts'
import { digest } from '../text/digest.ts'
import { fileName } from '../text/paths.ts'
import { validatePackHead } from '../validate/validate-head.ts'
import { grantFor, standingOf } from './decide/standing.ts'

type ScanPorts = Pick<Ports, 'files' | 'grants' | 'switches'>

export interface ScanOptions extends Restraints {
  /** Leave out what a `.gitignore` names. */
  readonly respectGitignore?: boolean
  /** Types of packs that are used although the standard does not know them (AK-037). */
  readonly allowTypes?: readonly string[]
}

/** Looks into every root and lists what is there. Of packs only the frontmatter is read. */
export function scanRoots(ports: ScanPorts, roots: readonly Root[], options: ScanOptions = {}): Catalog {
  const found = roots.map((root) => scanRoot(ports, root, options))
  const isDisabled = switchedOff([...ports.switches.disabled(), ...(options.disabled ?? [])])
  return buildCatalog(found.flatMap(({ read }) => read), { roots: found.map(({ scanned }) => scanned), diagnostics: found.flatMap(({ diagnostics }) => diagnostics), isDisabled })
}

function scanRoot(ports: ScanPorts, root: Root, options: ScanOptions) {
  // Before the first grant, one look at the store tells, instead of one for every entry.
  const grants = ports.grants.isEmpty() ? nothingGranted : ports.grants
  const judgeHead: JudgeHead<ReadEntry> = (entry, read) => {
    const judged = read.ok ? judgePackHead(entry, read.bytes, grants, options.allowTypes ?? []) : unreadable(entry, read.detail)
    return { isUsable: judged.document !== undefined, judged }
  }
  const { entries, judged, exists, skipped, diagnostics } = discover(ports.files, root, judgeHead, options)
  const read = entries.map((entry) => judged.get(entry) ?? readManifestEntry(entry, ports.files, grants))
  const count = (format: EntryFile['format']): number => entries.filter((entry) => entry.format === format).length
  return { read, diagnostics, scanned: { path: root.path, scope: root.scope, exists, packs: count('pack'), manifests: count('manifest'), skipped } }
}

type FindGrant = Pick<Ports['grants'], 'find'>

const nothingGranted: FindGrant = { find: () => undefined }

function judgePackHead(found: EntryFile, bytes: Uint8Array, grants: FindGrant, allowTypes: readonly string[]): ReadEntry {
  const reading = readPack(bytes, found.path)
  const { pack } = allowType(reading, allowTypes)
  const diagnostics = validatePackHead(reading, { folderName: fileName(found.folder) }).filter(({ code }) => code !== 'AK303' || pack === undefined)
  return { found, document: pack, diagnostics, ...standingNow(found, bytes, grants) }
}

function readManifestEntry(found: EntryFile, files: Ports['files'], grants: FindGrant): ReadEntry {
  const read = files.read(found.root, placeOf(found).slice(found.root.length + 1), { limit: limits.documentBytes })
  if (!read.ok) return unreadable(found, read.detail)
  const { manifest, diagnostics } = parseManifest(read.bytes, { file: found.path })
  return { found, document: manifest, diagnostics, ...standingNow(found, read.bytes, grants) }
}

function standingNow(found: EntryFile, bytes: Uint8Array, grants: FindGrant): Pick<ReadEntry, 'headDigest' | 'standing'> {
  const headDigest = digest(bytes)
  return { headDigest, standing: standingOf(found, grantFor(grants, { found, headDigest })) }
}

function unreadable(found: EntryFile, detail: string): ReadEntry {
  const diagnostics = diagnose([{ code: found.format === 'pack' ? 'AK107' : 'KCP107', message: detail }], { file: found.path, text: '' })
  return { found, document: undefined, diagnostics, headDigest: '', standing: 'ungranted' }
}
