import { sourceProblem, catalogRequests, type InPlace } from './catalog-requests.ts'
import { resolve } from 'node:path'
import type { FoundDistribution } from '../../discover/find-distribution.ts'
import { isShort, parseSource, sourceText } from '../../distribute/install-source.ts'
import type { LockedEntry } from '../../model/distribution/installation.ts'
import { semverOrder } from '../../text/notations/semver.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOfEntry } from '../../distribute/installed-manifests.ts'
import { entryFileOf, type InstallPlan, type InstallRefusal, type InstallContext } from './install-context.ts'
import { installedState, LockError, readLock, writeLock, type ReadLock } from './lock-store.ts'
import { planRequests, type InstallRequest } from './plan-requests.ts'
import { lockWithout, removeFiles, settledFiles, writeEntries, type WrittenEntry } from './write-entries.ts'

/** The outcome for everything that was requested. After one refusal, nothing was written. */
export interface InstallReport {
  readonly entries: readonly WrittenEntry[]
  readonly inPlace: readonly InPlace[]
  readonly refused: readonly InstallRefusal[]
}

interface AddOptions {
  /** Sources as a person writes them; none: those of the catalog. */
  readonly sources: readonly string[]
  readonly cwd: string
  readonly catalog?: FoundDistribution | undefined
  /** Read and check, write nothing. */
  readonly dryRun?: boolean
}

/** Installs packs and manifests. Nothing is granted. */
export async function addEntries(world: InstallContext, options: AddOptions): Promise<InstallReport> {
  return withLock(world, async (lock) => {
    const asked = options.sources.length > 0 ? fromPerson(world, options) : fromCatalog(world, lock, options.catalog)
    return carryOut(world, lock, asked, options.dryRun)
  })
}

/** Installs what the sources have now; without names, everything in the lock. */
export async function updateEntries(
  world: InstallContext,
  names: readonly string[],
  { catalog, dryRun }: Pick<AddOptions, 'catalog' | 'dryRun'>,
): Promise<InstallReport> {
  return withLock(world, async (lock) => {
    const chosen = chooseLocked(lock, names)
    const isFromCatalog = chosen.entries.some((entry) => entry.catalog)
    const declared = catalog && isFromCatalog ? catalogRequests(world, catalog) : nothing
    const requests = chosen.entries.map((entry) => {
      const own = entry.catalog && declared.requests.find(({ name }) => name === entry.name)
      return own ? { ...own, locked: entry } : lockedRequest(world, entry)
    })
    const asked = sorted(requests)
    const refused = [...chosen.refused, ...declared.refused, ...asked.refused]
    return carryOut(world, lock, { ...nothing, requests: asked.requests, refused }, dryRun)
  })
}

/** Restores exactly what the lock states, and nothing else. */
export async function addFrozen(
  world: InstallContext,
  { catalog, dryRun }: Pick<AddOptions, 'catalog' | 'dryRun'>,
): Promise<InstallReport> {
  return withLock(world, async (lock) => {
    const differing = catalog ? unlocked(world, lock, catalog) : []
    const states = lock.lock.entries.map((entry) => ({ entry, state: installedState(world, entry) }))
    const complete = states.filter(({ state, entry }) => state.missing.length === 0 && !entry.pending)
    const incomplete = states.filter((one) => !complete.includes(one)).map(({ entry }) => entry)
    const asked = sorted(incomplete.map((entry) => lockedRequest(world, entry, true)))
    const plan = await planRequests(world, asked.requests)
    const refused = [
      ...differing,
      ...asked.refused,
      ...plan.refused,
      ...incomplete.flatMap((entry) => mismatch(entry, plan)),
    ]
    const done = complete.map(({ entry, state }) => unchanged(entry, state.edited))
    if (refused.length > 0 || dryRun) return { entries: refused.length > 0 ? [] : done, inPlace: [], refused }
    const planned = plan.planned.map((one) => {
      const known = incomplete.find(({ name }) => name === one.name)
      return { ...one, ...(known?.commit === undefined ? {} : { commit: known.commit }) }
    })
    const written = writeEntries(world, lock, planned)
    return { entries: [...done, ...written], inPlace: [], refused: [] }
  })
}

/** Removes the files of entries that are as the lock states. */
export async function removeEntries(world: InstallContext, names: readonly string[]): Promise<InstallReport> {
  return withLock(world, async (lock) => {
    const { entries, refused } = chooseLocked(lock, names)
    const chosen = new Set(names)
    const needed = lock.lock.entries.flatMap(({ name, catalog }): readonly InstallRefusal[] => {
      const dependency = chosen.has(name) ? undefined : catalog?.dependsOn?.find((one) => chosen.has(one))
      return dependency === undefined
        ? []
        : [
            {
              subject: dependency,
              code: 'RUN736',
              message: `"${name}" depends on "${dependency}". Remove both: lorefence remove ${dependency} ${name}`,
            },
          ]
    })
    if (refused.length + needed.length > 0) return { entries: [], inPlace: [], refused: [...refused, ...needed] }
    const removed = entries.map((entry) => removeEntry(world, entry))
    writeLock(world, lock, lockWithout(lock.lock, chosen))
    return { entries: removed, inPlace: [], refused: [] }
  })
}

function removeEntry(world: InstallContext, entry: LockedEntry): WrittenEntry {
  const folder = folderOfEntry(entry.name)
  const entryFile = entryFileOf(entry)
  const real = world.files.realPath(`${world.root}/${folder}`)
  const { kept } = removeFiles(world, folder, settledFiles(world, entry), entryFile)
  // Whatever is put there later needs a grant of its own.
  if (real !== undefined && !kept.includes(entryFile)) {
    world.grants.remove(real)
    world.editions?.forget(`${real}/${entryFile}`)
  }
  return { ...unchanged(entry, kept), outcome: 'removed' }
}

interface Asked {
  readonly requests: readonly InstallRequest[]
  readonly inPlace: readonly InPlace[]
  readonly refused: readonly InstallRefusal[]
  /** Already installed as requested. */
  readonly done: readonly WrittenEntry[]
}

const nothing: Asked = { requests: [], inPlace: [], refused: [], done: [] }

async function withLock(
  world: InstallContext,
  work: (lock: ReadLock) => Promise<InstallReport>,
): Promise<InstallReport> {
  const lock = readLock(world)
  if ('code' in lock) return { entries: [], inPlace: [], refused: [lock] }
  try {
    return await work(lock)
  } catch (error) {
    if (!(error instanceof LockError)) throw error
    return { entries: [], inPlace: [], refused: [{ subject: world.lockFile, code: 'RUN736', message: error.message }] }
  }
}

/** Everything is read and checked before the first file is written. */
async function carryOut(world: InstallContext, lock: ReadLock, asked: Asked, dryRun = false): Promise<InstallReport> {
  const { inPlace, done } = asked
  if (asked.refused.length > 0) return { entries: [], inPlace: [], refused: asked.refused }
  const plan = await planRequests(world, asked.requests)
  const refused = [...plan.refused, ...takenNames(world, lock, plan)]
  if (refused.length > 0) return { entries: [], inPlace: [], refused }
  const written = dryRun ? foreseen(world, lock, plan) : writeEntries(world, lock, plan.planned)
  return { entries: [...done, ...written], inPlace, refused: [] }
}

function fromPerson(world: InstallContext, { sources, cwd }: AddOptions): Asked {
  return {
    ...nothing,
    ...sorted(
      sources.map((subject): InstallRequest | InstallRefusal => {
        const source = parseSource(subject, cwd)
        const refuse = (message: string): InstallRefusal => ({ subject, code: 'RUN730', message })
        if (!source)
          return refuse(`"${subject}" is no folder, archive, https:// or git+https:// address and no owner/repo.`)
        if (isShort(subject) && world.files.kindOf(resolve(cwd, subject)) !== undefined)
          return refuse(
            `"${subject}" is a path here and may be a repository. Write "./${subject}" or "github:${subject}".`,
          )
        return { subject, source, written: sourceText(source, world.root) }
      }),
    ),
  }
}

function fromCatalog(world: InstallContext, { lock }: ReadLock, catalog: FoundDistribution | undefined): Asked {
  if (!catalog) {
    const next =
      lock.entries.length > 0
        ? 'To restore what the lock states: lorefence add --frozen'
        : 'Name a source, such as: lorefence add owner/repo'
    const message = `There is no source and no catalog here. ${next}`
    return { ...nothing, refused: [{ subject: '.kcp/catalog.yaml', code: 'RUN736', message }] }
  }
  const { requests, inPlace, refused } = catalogRequests(world, catalog)
  const done: WrittenEntry[] = []
  const open = requests.filter(({ name, written, declared }) => {
    const entry = lock.entries.find((one) => one.name === name)
    const state = entry && installedState(world, entry)
    const isBehind = (semverOrder(entry?.version ?? '', declared.version ?? '') ?? 0) < 0
    const isDone = entry?.source === written && !entry.pending && state?.missing.length === 0 && !isBehind
    if (entry && isDone) done.push(unchanged(entry, state?.edited ?? []))
    return !isDone
  })
  return { requests: open, inPlace, refused, done }
}

const unchanged = (
  { name, format, source, version, commit, files }: LockedEntry,
  kept: readonly string[],
): WrittenEntry => ({
  name,
  format,
  source,
  outcome: 'unchanged',
  folder: folderOfEntry(name),
  ...(version === undefined ? {} : { version }),
  ...(commit === undefined ? {} : { commit }),
  files: Object.keys(files).length,
  kept,
  leftOut: [],
  missing: [],
  stale: [],
})

function sorted(asked: readonly (InstallRequest | InstallRefusal)[]): Pick<Asked, 'requests' | 'refused'> {
  return {
    requests: asked.flatMap((one) => ('code' in one ? [] : [one])),
    refused: asked.flatMap((one) => ('code' in one ? [one] : [])),
  }
}

function chooseLocked(
  { lock }: ReadLock,
  names: readonly string[],
): { readonly entries: readonly LockedEntry[]; readonly refused: readonly InstallRefusal[] } {
  const refused = names
    .filter((name) => lock.entries.every((entry) => entry.name !== name))
    .map((subject): InstallRefusal => ({
      subject,
      code: 'RUN736',
      message: `"${subject}" is not installed here; "lorefence list" shows what is.`,
    }))
  return { entries: lock.entries.filter(({ name }) => names.length === 0 || names.includes(name)), refused }
}

/** A lock is a file of the repository, so it may name only the sources that a catalog may name. */
function lockedRequest(world: InstallContext, locked: LockedEntry, exact = false): InstallRequest | InstallRefusal {
  const { name, source: written, path, commit } = locked
  const source = parseSource(written, world.root)
  if (!source) return { subject: name, code: 'RUN730', message: `The source "${written}" is of no known kind.` }
  const problem = sourceProblem(source, world.root, world)
  if (problem !== undefined)
    return { subject: name, code: 'RUN730', message: `${problem} To name it yourself: lorefence add ${written}` }
  const place = path === undefined ? {} : { path }
  return {
    subject: name,
    source,
    written,
    name,
    locked,
    ...place,
    ...(exact && commit !== undefined ? { commit } : {}),
  }
}

/** Refuses a name that other files have, or an entry of another source. */
function takenNames(world: InstallContext, { lock }: ReadLock, { planned }: InstallPlan): readonly InstallRefusal[] {
  const seen = new Set<string>()
  return planned.flatMap(({ name, source }): readonly InstallRefusal[] => {
    const known = lock.entries.find((entry) => entry.name === name)
    const folder = folderOfEntry(name)
    const taken = (message: string): readonly InstallRefusal[] => [{ subject: name, code: 'RUN735', message }]
    if (seen.has(name)) return taken(`Two sources have an entry called "${name}".`)
    seen.add(name)
    if (!known && world.files.kindOf(`${world.root}/${folder}`) !== undefined)
      return taken(`The folder "${folder}" exists and was not installed.`)
    return known && known.source !== source && !known.catalog
      ? taken(`"${name}" is installed from "${known.source}".`)
      : []
  })
}

/** What an installation would do. */
function foreseen(world: InstallContext, { lock }: ReadLock, { planned }: InstallPlan): readonly WrittenEntry[] {
  return planned.map(({ files, ...entry }) => {
    const known = lock.entries.find(({ name }) => name === entry.name)
    const digests = Object.fromEntries([...files].map(([path, bytes]) => [path, digest(bytes)]))
    const state = known && installedState(world, { ...known, files: digests })
    const isSame = state && state.missing.length + state.edited.length === 0
    const change = isSame ? 'unchanged' : 'updated'
    const outcome = known ? change : 'installed'
    const kept = known ? installedState(world, known).edited : []
    return { ...unchanged({ ...entry, files: digests }, kept), ...entry, outcome, kept, files: files.size }
  })
}

/** Entries of the catalog that the lock does not state. */
function unlocked(world: InstallContext, { lock }: ReadLock, catalog: FoundDistribution): readonly InstallRefusal[] {
  const { requests, refused } = catalogRequests(world, catalog)
  return [
    ...refused,
    ...requests
      .filter(({ name, written }) => !lock.entries.some((entry) => entry.name === name && entry.source === written))
      .map(({ subject }): InstallRefusal => {
        const difference = `The catalog names "${subject}", and the lock does not, or from another source.`
        return { subject, code: 'RUN733', message: `${difference} Run "lorefence add".` }
      }),
  ]
}

function mismatch({ name, files, pending, source }: LockedEntry, { planned }: InstallPlan): readonly InstallRefusal[] {
  const found = planned.find((entry) => entry.name === name)
  if (!found) return []
  const stated = pending ?? files
  const paths = [...new Set([...Object.keys(stated), ...found.files.keys()])].sort()
  const other = paths.find((path) => {
    const bytes = found.files.get(path)
    return bytes === undefined || digest(bytes) !== stated[path]
  })
  return other === undefined
    ? []
    : [
        {
          subject: name,
          code: 'RUN733',
          message: `"${source}" no longer has the file "${other}" that the lock states for "${name}".`,
        },
      ]
}
