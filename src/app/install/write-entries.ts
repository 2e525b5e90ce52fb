import { folderOfEntry } from '../../distribute/installed-manifests.ts'
import { lockedEntry, lockText } from '../../distribute/lock.ts'
import type { Lock, LockedEntry } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { entryFileOf, type InstallContext, type PlannedEntry } from './install-context.ts'
import { installedState, writeLock, type ReadLock } from './lock-store.ts'

/** The outcome for one entry. */
export interface WrittenEntry {
  readonly name: string
  readonly format: LockedEntry['format']
  readonly source: string
  readonly outcome: 'installed' | 'updated' | 'unchanged' | 'removed' | 'failed'
  /** From the root. */
  readonly folder: string
  readonly version?: string
  readonly commit?: string
  /** Number of its files. */
  readonly files: number
  /** Files that the person edited or added; they stay as they are. */
  readonly kept: readonly string[]
  readonly leftOut: readonly string[]
  readonly missing: readonly string[]
  readonly stale: readonly string[]
  /** Its grant that followed edits has ended. */
  readonly unfollowed?: true
  /** Why it failed. */
  readonly detail?: string
}

type Digests = Readonly<Record<string, string>>

const digestsOf = (files: ReadonlyMap<string, Uint8Array>): Digests =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, digest(bytes)]))

/**
 * Writes the planned entries. The lock is written before the first file changes and again after the last, so that the
 * run after an interrupted one knows which files are ours.
 */
export function writeEntries(
  world: InstallContext,
  before: ReadLock,
  planned: readonly PlannedEntry[],
): readonly WrittenEntry[] {
  const current = new Map(planned.flatMap((entry) => currentEntry(world, before.lock, entry)))
  const changed = planned.filter(({ name }) => !current.has(name))
  const written = new Map(
    (changed.length > 0 ? writeChanged(world, before, changed) : []).map((one) => [one.name, one]),
  )
  return planned.flatMap(({ name }) => current.get(name) ?? written.get(name) ?? [])
}

/** The entry, if the lock already states it and no file is missing. */
function currentEntry(
  world: InstallContext,
  { entries }: Lock,
  entry: PlannedEntry,
): readonly (readonly [string, WrittenEntry])[] {
  const known = entries.find(({ name }) => name === entry.name)
  const stated = lockedOf(entry, digestsOf(entry.files))
  if (!known || lockText({ entries: [known] }) !== lockText({ entries: [stated] })) return []
  const { missing, edited } = installedState(world, known)
  return missing.length > 0 ? [] : [[entry.name, { ...resultOf(entry), outcome: 'unchanged', kept: edited }]]
}

function writeChanged(
  world: InstallContext,
  before: ReadLock,
  planned: readonly PlannedEntry[],
): readonly WrittenEntry[] {
  const old = new Map(before.lock.entries.map((entry) => [entry.name, entry]))
  const others = before.lock.entries.filter(({ name }) => planned.every((entry) => entry.name !== name))
  const pending = planned.map((entry): LockedEntry => {
    const known = old.get(entry.name)
    return { ...lockedOf(entry, known ? settledFiles(world, known) : {}), pending: digestsOf(entry.files) }
  })
  const begun = writeLock(world, before, { entries: [...others, ...pending] })
  const written: WrittenEntry[] = []
  const done: LockedEntry[] = []
  for (const [index, entry] of planned.entries()) {
    const state = pending[index]
    if (!state) continue
    const result = writeEntry(world, entry, state)
    written.push(result)
    const known = old.get(entry.name)
    if (result.outcome !== 'failed') done.push(lockedOf(entry, digestsOf(entry.files)))
    // Files that were ours before stay ours.
    else if (known) done.push(state)
  }
  writeLock(world, begun, { entries: [...others, ...done] })
  return written
}

/** After an interrupted run, a file may have its old or its new digest. */
export function settledFiles({ files, root }: Pick<InstallContext, 'files' | 'root'>, entry: LockedEntry): Digests {
  if (!entry.pending) return entry.files
  const settled = Object.entries({ ...entry.pending, ...entry.files }).map(([path, value]) => {
    const now = files.read(root, `${folderOfEntry(entry.name)}/${path}`, { limit: limits.installedBytes })
    return [path, now.ok && digest(now.bytes) === entry.pending?.[path] ? entry.pending[path] : value] as const
  })
  return Object.fromEntries(settled)
}

const lockedOf = (entry: Omit<PlannedEntry, 'files'>, files: Digests): LockedEntry => lockedEntry({ ...entry, files })

function writeEntry(world: InstallContext, entry: PlannedEntry, state: LockedEntry): WrittenEntry {
  const folder = folderOfEntry(entry.name)
  const isNew = world.files.kindOf(`${world.root}/${folder}`) === undefined
  const change = isNew ? createEntry(world, entry, folder) : updateEntry(world, entry, state)
  const hasEnded = change.outcome !== 'unchanged' && endFollowing(world, folder)
  return { ...resultOf(entry), ...change, ...(hasEnded ? { unfollowed: true as const } : {}) }
}

function resultOf(entry: PlannedEntry): Omit<WrittenEntry, 'outcome'> {
  const { name, format, source, version, commit, leftOut, missing, stale, files } = entry
  return {
    name,
    format,
    source,
    folder: folderOfEntry(name),
    ...(version === undefined ? {} : { version }),
    ...(commit === undefined ? {} : { commit }),
    files: files.size,
    kept: [],
    leftOut,
    missing,
    stale,
  }
}

type EntryChange = Pick<WrittenEntry, 'outcome'> & Partial<Pick<WrittenEntry, 'kept' | 'detail'>>

function createEntry({ installer, root }: InstallContext, { files }: PlannedEntry, folder: string): EntryChange {
  const created = installer.createFolder({ root, folder, files })
  return created.ok ? { outcome: 'installed' } : { outcome: 'failed', detail: created.detail }
}

/** One file after the other, the entry file last. Files whose digest is not in the lock belong to the person. */
function updateEntry(world: InstallContext, { name, format, files }: PlannedEntry, state: LockedEntry): EntryChange {
  const { installer, root } = world
  const folder = folderOfEntry(name)
  const kept: string[] = []
  let changes = 0
  const removed = removeFiles(world, folder, without(state.files, files), entryFileOf({ format }))
  changes += removed.removed
  kept.push(...removed.kept)
  for (const [path, after] of files) {
    const now = world.files.read(root, `${folder}/${path}`, { limit: limits.installedBytes })
    if (!now.ok && now.trouble !== 'missing') {
      kept.push(path)
      continue
    }
    if (now.ok && Buffer.compare(now.bytes, after) === 0) continue
    if (now.ok && !isOurs(state, path, now.bytes)) {
      kept.push(path)
      continue
    }
    const place = `${folder}/${path}`
    const done = now.ok
      ? installer.replace(root, place, { before: now.bytes, after })
      : installer.create(root, place, after)
    if (!done.ok) return { outcome: 'failed', kept, detail: `"${place}" was not written. ${done.detail}` }
    changes += 1
  }
  return { outcome: changes > 0 ? 'updated' : 'unchanged', kept: kept.sort() }
}

const without = (digests: Digests, files: ReadonlyMap<string, Uint8Array>): Digests =>
  Object.fromEntries(Object.entries(digests).filter(([path]) => !files.has(path)))

const isOurs = ({ files, pending = {} }: LockedEntry, path: string, bytes: Uint8Array): boolean => {
  const value = digest(bytes)
  return files[path] === value || pending[path] === value
}

/** Removes files that are as the lock states; the entry file first, so that a partial rest is no entry. */
export function removeFiles(
  { files, installer, root }: Pick<InstallContext, 'files' | 'installer' | 'root'>,
  folder: string,
  digests: Digests,
  entryFile: string,
): { readonly removed: number; readonly kept: readonly string[] } {
  const kept: string[] = []
  let removed = 0
  const folders = new Set<string>()
  const paths = Object.keys(digests).sort((a, b) => Number(b === entryFile) - Number(a === entryFile))
  for (const path of paths) {
    const place = `${folder}/${path}`
    const now = files.read(root, place, { limit: limits.installedBytes })
    if (!now.ok && now.trouble === 'missing') continue
    const isLocked = now.ok && digest(now.bytes) === digests[path]
    if (isLocked && installer.replace(root, place, { before: now.bytes }).ok) {
      removed += 1
      for (let above = folderOf(place); above.length >= folder.length; above = folderOf(above)) folders.add(above)
    } else kept.push(path)
  }
  for (const above of [...folders].sort((a, b) => b.length - a.length)) installer.removeEmpty(root, above)
  return { removed, kept }
}

/** The lock without some entries. */
export const lockWithout = ({ entries }: Lock, names: ReadonlySet<string>): Lock => ({
  entries: entries.filter(({ name }) => !names.has(name)),
})

/** A grant that follows edits is for a person's own work; installed files need a grant of their bytes. */
function endFollowing({ grants, files, root }: InstallContext, folder: string): boolean {
  const real = files.realPath(`${root}/${folder}`)
  return real !== undefined && grants.find(real)?.follow === true && grants.remove(real)
}
