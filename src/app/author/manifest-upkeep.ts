import { missedTriggers, type MissedTasks } from '../../author/manifest-upkeep/missed-triggers.ts'
import {
  bumpedVersion,
  rootHints,
  setRootFields,
  unitChanges,
  type RootHints,
  type UnitChanges,
} from '../../author/manifest-upkeep/root-fields.ts'
import { limits } from '../../model/limits.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { semverOrder } from '../../text/notations/semver.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'

interface UpkeepOptions {
  readonly receipts: readonly Receipt[]
  /** Bytes of the manifest at the revision it is compared with; absent without one. */
  readonly earlier?: Uint8Array
}

/** Root fields that follow from the units of a manifest, and those that it does not declare yet. Nothing is written. */
export interface ManifestUpkeep {
  readonly project?: string
  readonly hints?: RootHints
  readonly version?: {
    readonly from: string
    readonly to?: string
    readonly changes: UnitChanges
    /** Units changed, and the version did not (KCP-044). */
    readonly unbumped: boolean
  }
  readonly missed?: MissedTasks
  readonly before?: Uint8Array
  /** Absent if nothing changes. */
  readonly after?: Uint8Array
  readonly refused?: string
}

export async function manifestUpkeep(
  files: Files,
  root: string,
  file: string,
  options: UpkeepOptions,
): Promise<ManifestUpkeep> {
  const read = files.read(root, file, { limit: limits.documentBytes })
  if (!read.ok) return { refused: read.detail }
  const { manifest, raw, rejected, source } = readManifest(read.bytes, file)
  const decoded = decodeUtf8(read.bytes)
  if (!manifest || !raw || rejected || !decoded.ok)
    return { refused: 'The manifest is invalid; "lorefence validate ." shows why.' }
  const hints = rootHints(manifest, (unit) => estimateOf(files, root, unit))
  const version = options.earlier && versionOf(options.earlier, raw, file)
  const after = setRootFields(source.text, {
    ...(version?.unbumped && version.to !== undefined ? { version: version.to } : {}),
    hints: { ...hints },
  })
  const about = {
    project: manifest.project,
    hints,
    ...(version ? { version } : {}),
    missed: await missedTriggers(manifest, options.receipts),
    before: read.bytes,
  }
  if (after === undefined)
    return { ...about, refused: 'Its root fields cannot be changed line by line; set them by hand.' }
  if (after === source.text) return about
  return { ...about, after: new TextEncoder().encode(`${decoded.bom ? '\uFEFF' : ''}${after}`) }
}

function versionOf(
  earlier: Uint8Array,
  raw: Readonly<Record<string, unknown>>,
  file: string,
): ManifestUpkeep['version'] {
  const before = readManifest(earlier, file).raw
  const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const [from, now] = [word(before?.['version']), word(raw['version'])]
  const changes = unitChanges(before, raw)
  const isChanged = changes.added.length + changes.removed.length + changes.changed.length > 0
  const unbumped = isChanged && (now === from || (semverOrder(now, from) ?? 1) <= 0)
  const to = bumpedVersion(from, changes)
  return { from, changes, unbumped, ...(to === undefined ? {} : { to }) }
}

function estimateOf(files: Files, root: string, { path }: Unit): number | undefined {
  if (pathProblem(path)) return undefined
  const read = files.read(root, normalizePath(path), { limit: limits.documentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  return decoded?.ok ? estimateTokens(decoded.text) : undefined
}
