import { unitDrafter, unitLines, type DraftUnit } from '../../author/draft/draft-manifest.ts'
import { extendManifest, namedBy } from '../../author/manifest-upkeep/extend-manifest.ts'
import type { SkippedFile } from '../../author/documents/find-documents.ts'
import { nextForManifest, nextForUpdate } from '../../author/draft/next-commands.ts'
import { projectFacts } from '../../author/documents/project-facts.ts'
import { readDocuments } from '../../author/documents/read-documents.ts'
import { gitIgnored } from '../../discover/git-ignored.ts'
import { limits } from '../../model/limits.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { composeManifest } from '../../parse/manifest/compose.ts'
import { isUsableReading, parseManifest, readManifest } from '../../parse/manifest/manifest.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import type { FileChange } from '../validate/fix-paths.ts'

export const manifestFile = 'knowledge.yaml'

/** Documents that a manifest does not name yet. Nothing is written at this point. */
export interface ManifestUpdate {
  /** Documents without a unit; one was drafted for each. */
  readonly unnamed: readonly string[]
  readonly skipped: readonly SkippedFile[]
  /** Adds the drafted units; absent if there are none, or if they have to be added by hand. */
  readonly change?: FileChange
  /** Commands to run once the units are added. */
  readonly next: readonly string[]
  /** The drafted units, if the list in the manifest cannot be extended automatically. */
  readonly byHand?: string
  /** Units whose file does not exist, by their paths; absent if there are none. */
  readonly missing?: readonly string[]
  /** Why the manifest cannot be used, with the position. */
  readonly trouble?: string
}

export interface UpdateOptions {
  /** Absolute folder of the manifest. */
  readonly root: string
  /** As shown in commands. */
  readonly shownRoot: string
  /** Documents or folders below the root; the whole root by default. */
  readonly paths: readonly string[]
  /** Needed because expired tokens are not secrets. */
  readonly now: Date
  /** Further documents that need no unit; like those that have one, they are not opened. */
  readonly isSkipped?: (path: string) => boolean
}

/** Files named by included manifests need no unit here, even if they are excluded (KCP §3.11). */
function includedUnits(files: Files, root: string, bytes: Uint8Array): readonly Unit[] {
  const reading = readManifest(bytes, manifestFile)
  if (!isUsableReading(reading)) return []
  const { manifest } = composeManifest(reading, manifestFile, {
    read: (path) => files.read(root, path, { limit: limits.documentBytes }),
  })
  return [...manifest.units, ...(manifest.displaced ?? [])].filter(({ from }) => from !== undefined)
}

/** Drafts units for the documents that a manifest does not name, and appends them. */
export function updateManifest(
  files: Files,
  { root, shownRoot, paths, now, isSkipped = () => false }: UpdateOptions,
): ManifestUpdate {
  const read = files.read(root, manifestFile, { limit: limits.documentBytes })
  if (!read.ok) return troubled(`${manifestFile}: ${read.detail}`)
  const decoded = decodeUtf8(read.bytes)
  const { manifest, diagnostics } = parseManifest(read.bytes)
  if (!decoded.ok || !manifest) return troubled(placeOfError(diagnostics))
  const isNamed = namedBy([...manifest.units, ...includedUnits(files, root, read.bytes)])
  let draft: ReturnType<typeof unitDrafter> | undefined
  const drafted: DraftUnit[] = []
  const skipped = readDocuments(
    files,
    {
      root,
      starts: startsOf(paths),
      now,
      include: includeUnit(shownRoot),
      isIgnored: gitIgnored(files, root),
      isSkipped: (path) => isNamed(path) || isSkipped(path),
    },
    (document) => {
      // Read only if a document needs a unit: doctor opens nothing else.
      draft ??= unitDrafter(projectFacts(files, root))
      const unit = draft(document)
      if ('reason' in unit) return unit
      drafted.push(unit)
      return undefined
    },
  ).filter(({ path }) => !isNamed(path))
  const missing = manifest.units
    .map(({ path }) => path)
    .filter((path) => !pathProblem(path) && files.kindOf(`${root}/${normalizePath(path)}`) === undefined)
  const about = {
    unnamed: drafted.map(({ path }) => path),
    skipped,
    next: drafted.length > 0 ? nextForManifest(shownRoot) : [],
    ...(missing.length > 0 ? { missing } : {}),
  }
  if (drafted.length === 0) return about
  const lines = unitLines(
    drafted,
    manifest.units.map(({ id }) => id),
  )
  const after = extendManifest(decoded.text, lines)
  if (after === undefined) return { ...about, byHand: lines }
  return {
    ...about,
    change: {
      root,
      file: manifestFile,
      before: read.bytes,
      after: new TextEncoder().encode(`${decoded.bom ? '\uFEFF' : ''}${after}`),
    },
  }
}

/** `knowledge.yaml:7:25: The YAML cannot be read …` */
function placeOfError(diagnostics: readonly Diagnostic[]): string {
  const first = diagnostics.find(({ severity }) => severity === 'error')
  if (!first) return `${manifestFile}: It cannot be read.`
  const start = first.where.range?.start
  return `${manifestFile}${start ? `:${start.line}:${start.column}` : ''}: ${first.message}`
}

/** The whole root by default. */
export const startsOf = (paths: readonly string[]): readonly string[] => (paths.length > 0 ? paths : [''])

/** The command that adds a unit for a named document. */
export const includeUnit = (shownRoot: string): string => nextForUpdate(shownRoot)[0] ?? ''

const troubled = (trouble: string): ManifestUpdate => ({ unnamed: [], skipped: [], next: [], trouble })
