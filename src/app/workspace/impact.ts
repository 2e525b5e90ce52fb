import { unitRef } from '../../catalog/refs.ts'
import { folderOfEntry, lockFile } from '../../distribute/installed-manifests.ts'
import { parseLock } from '../../distribute/lock.ts'
import { memoryPorts } from '../../io/memory/memory-ports.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { LockedEntry } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Ports } from '../../model/ports.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { compareText } from '../../text/compare.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { contentPathsOn, type ContentPath } from '../decide/content-paths.ts'
import { savedQuestions } from '../evaluate/check-questions.ts'
import { pinnedGrant } from '../grants/pinned-grant.ts'
import { openKnowledge } from '../open/open.ts'
import { commandsFor } from '../shared/commands.ts'
import { shownPath } from '../shared/shown-path.ts'
import { isBelow } from './workspace.ts'

/** How a pack, manifest or unit is affected. */
interface Affected {
  readonly ref: string
  readonly kind: 'pack' | 'manifest' | 'unit'
  /** The file is part of it; otherwise it is related to an entry that is affected. */
  readonly direct: boolean
  /** From the entry that the file is part of to this one, with each relation to the one before. */
  readonly chain: readonly { readonly ref: string; readonly by: string }[]
}

export interface Impact {
  readonly affected: readonly Affected[]
  /** What must be redone after a change, with its command if there is one. */
  readonly stale: readonly {
    readonly what: 'grant' | 'content-hash' | 'lock'
    readonly ref: string
    readonly command?: string
  }[]
  /** Saved questions whose expected place is affected. */
  readonly questions: readonly { readonly file: string; readonly task: string }[]
}

type ImpactPorts = Pick<Ports, 'files' | 'grants' | 'clock'>

interface ImpactOptions {
  /** Absolute folders of workspaces. */
  readonly roots: readonly string[]
  /** Absolute, without links. It need not exist. */
  readonly file: string
  readonly cwd: string
}

/** What a change of a file affects. Everything declared counts, granted or not; no content is opened or released. */
export async function impactOf(ports: ImpactPorts, { roots, file, cwd }: ImpactOptions): Promise<Impact> {
  const { files, grants, clock } = ports
  const knowledge = await openKnowledge({ roots, trustAll: true, ports: { ...memoryPorts(files), clock } })
  try {
    const { catalog } = knowledge
    const parts = partsOf(catalog, file, ports)
    const { edges } = await knowledge.graph()
    const affected = spread(parts, [...edges, ...derivedEdges(catalog)])
    const refs = new Set(affected.map(({ ref }) => ref))
    const commands = commandsFor({ cwd })
    const stale = [
      ...parts.filter(({ hash }) => hash).map(({ ref }) => ({ what: 'content-hash' as const, ref })),
      ...catalog.entries.flatMap((entry) =>
        isPinned(entry, file, grants)
          ? [{ what: 'grant' as const, ref: entry.ref, command: commands.trust(entry.found) }]
          : [],
      ),
      ...roots.flatMap((root) => lockedEntries(files, root, file)),
    ]
    return { affected, stale, questions: roots.flatMap((root) => questionsIn(files, root, { file, refs })) }
  } finally {
    await knowledge.close()
  }
}

interface Part extends Pick<Affected, 'ref' | 'kind'> {
  readonly by: string
  /** It declares a hash of the content. */
  readonly hash?: true
}

/** What the file is part of. */
function partsOf({ entries, shadowed }: Catalog, file: string, { files }: ImpactPorts): readonly Part[] {
  const disk = contentPathsOn(files)
  return [...entries, ...shadowed].flatMap((entry): readonly Part[] => {
    const { ref, found, document } = entry
    const isEntryFile = `${found.folder}/${found.file}` === file
    if (document.kind === 'pack') {
      if (isEntryFile) return [{ ref, kind: 'pack', by: 'entry file' }]
      return isBelow(file, found.folder) ? [{ ref, kind: 'pack', by: 'file of the pack' }] : []
    }
    const include = (document.includes ?? []).find(({ path }) => `${found.folder}/${path}` === file)
    const other = include ? 'included manifest' : viaFile(entry, file)
    const whole = isEntryFile ? 'entry file' : other
    const units = document.units.flatMap((unit): readonly Part[] => {
      const isOfFile = isEntryFile || (include !== undefined && unit.from?.file === include.path)
      const by = isOfFile ? 'declared in it' : pathReason(disk.meant(found, unit.path), file)
      if (by === undefined) return []
      const hash = !isOfFile && effectiveUnit(document, unit).contentHash ? { hash: true as const } : {}
      return [{ ref: unitRef(ref, unit.id), kind: 'unit', by, ...hash }]
    })
    return [...(whole === undefined ? [] : [{ ref, kind: 'manifest' as const, by: whole }]), ...units]
  })
}

/** The file that led to an entry. */
function viaFile({ found }: CatalogEntry, file: string): string | undefined {
  const names: Partial<Record<CatalogEntry['found']['via'], string>> = {
    'llms.txt': 'llms.txt',
    'well-known': '.well-known/kcp.json',
    'catalog.yaml': 'catalog.yaml',
  }
  const name = names[found.via]
  return name !== undefined && file === `${found.root}/${name}` ? `found by ${name}` : undefined
}

function pathReason(paths: readonly ContentPath[], file: string): string | undefined {
  for (const { path, isFolder, pattern } of paths) {
    if (path === file) return 'path'
    if (!isFolder || !isBelow(file, path)) continue
    if (!pattern) return 'folder'
    if (pattern.holds(file.slice(path.length + 1))) return 'pattern'
  }
  return undefined
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly type: string
}

/**
 * The end whose change affects the other (KCP §5). Relations that are missing here, such as background or replacement,
 * affect nothing.
 */
const directions: Readonly<Record<string, 'from' | 'to' | 'both'>> = {
  depends_on: 'to',
  federation: 'to',
  summary_of: 'to',
  chunk_of: 'to',
  enables: 'from',
  governs: 'from',
  contradicts: 'both',
}

/** Units that are made from others. */
function derivedEdges({ entries }: Catalog): readonly Edge[] {
  const edgesOf = (ref: string, { units }: Manifest): readonly Edge[] => {
    const ids = new Set(units.map(({ id }) => id))
    const edge = (from: string | undefined, to: string | undefined, type: string): readonly Edge[] =>
      from === undefined || to === undefined || !ids.has(from) || !ids.has(to)
        ? []
        : [{ from: unitRef(ref, from), to: unitRef(ref, to), type }]
    return units.flatMap(({ id, hints }) => [
      ...edge(id, hints?.summaryOf, 'summary_of'),
      ...edge(hints?.summaryUnit, id, 'summary_of'),
      ...edge(id, hints?.chunkOf, 'chunk_of'),
    ])
  }
  return entries.flatMap(({ ref, document }) => (document.kind === 'manifest' ? edgesOf(ref, document) : []))
}

/** Each ref once, by its shortest chain; nearest first, then by ref. */
function spread(parts: readonly Part[], edges: readonly Edge[]): readonly Affected[] {
  const next = new Map<string, { readonly ref: string; readonly by: string }[]>()
  const add = (changed: string, ref: string, by: string): void =>
    void next.set(changed, [...(next.get(changed) ?? []), { ref, by }])
  for (const { from, to, type } of edges) {
    const direction = directions[type]
    if (direction === 'to' || direction === 'both') add(to, from, type)
    if (direction === 'from' || direction === 'both') add(from, to, type)
  }
  const found = new Map<string, Affected>()
  for (const { ref, kind, by } of parts)
    if (!found.has(ref)) found.set(ref, { ref, kind, direct: true, chain: [{ ref, by }] })
  // A map is iterated in insertion order, including entries added meanwhile.
  for (const { ref, chain } of found.values())
    for (const step of next.get(ref) ?? [])
      if (!found.has(step.ref))
        found.set(step.ref, {
          ref: step.ref,
          kind: step.ref.startsWith('unit:') ? 'unit' : 'manifest',
          direct: false,
          chain: [...chain, step],
        })
  return [...found.values()].sort((a, b) => a.chain.length - b.chain.length || compareText(a.ref, b.ref))
}

function isPinned(entry: CatalogEntry, file: string, grants: ImpactPorts['grants']): boolean {
  const grant = pinnedGrant(entry, grants)
  const path = isBelow(file, entry.found.folder) ? file.slice(entry.found.folder.length + 1) : undefined
  return grant !== undefined && path !== undefined && Object.hasOwn(grant.files ?? {}, path)
}

/** Installed entries, which count as edited after a change. */
function lockedEntries(files: ImpactPorts['files'], root: string, file: string): Impact['stale'] {
  const read = isBelow(file, root) ? files.read(root, lockFile, { limit: limits.documentBytes }) : undefined
  const lock = read?.ok ? parseLock(read.bytes) : undefined
  if (lock === undefined || typeof lock === 'string') return []
  const isInstalled = ({ name, files: installed }: LockedEntry): boolean => {
    const folder = `${root}/${folderOfEntry(name)}`
    return isBelow(file, folder) && Object.hasOwn(installed, file.slice(folder.length + 1))
  }
  return lock.entries.filter(isInstalled).map(({ name }) => ({ what: 'lock' as const, ref: name }))
}

const questionsFile = '.lorefence/questions.yaml'

function questionsIn(
  files: ImpactPorts['files'],
  root: string,
  { file, refs }: { readonly file: string; readonly refs: ReadonlySet<string> },
): Impact['questions'] {
  const read = files.read(root, questionsFile, { limit: limits.documentBytes })
  if (!read.ok) return []
  const path = isBelow(file, root) ? file.slice(root.length + 1) : undefined
  const isMeant = (place: string): boolean =>
    refs.has(place) || (path !== undefined && (place === path || path.endsWith(`/${place}`)))
  return savedQuestions(read.bytes, questionsFile)
    .questions.filter(({ expect = [] }) => expect.some(isMeant))
    .map(({ task }) => ({ file: shownPath(folderOf(root), `${root}/${questionsFile}`), task }))
}
