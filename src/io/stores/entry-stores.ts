import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiKey } from '../../model/decisions/api-key.ts'
import type { Approval, Grant } from '../../model/decisions/decision.ts'
import type { Approvals, Copies, Editions, FetchedCopy, Grants, Keys, Switches } from '../../model/ports.ts'
import type { SignedEdition } from '../../model/documents/signature.ts'
import { realPathOf } from '../disk/real-path.ts'
import { keyedFiles, type KeyedEntries } from './keyed-files.ts'

// Each store exists twice: over files of the state folder, and over any entries, which a database has too.

/** Grants by the real path of the granted folder. */
export const grantStore = (folder: string): Grants => grantsIn(keyedFiles(join(folder, 'grants')))

export function grantsIn(files: KeyedEntries<Grant>): Grants {
  return {
    find(path) {
      const real = realPath(path)
      const grant = files.get(real)
      return grant && isHeld(grant, real) ? grant : undefined
    },
    save(grant) {
      const path = realPath(grant.path)
      const owner = grant.follow ? ownerOf(path) : undefined
      files.put(path, { ...grant, path, ...(owner === undefined ? {} : { owner }) })
    },
    isEmpty: () => files.isEmpty(),
    stamp: () => files.stamp(),
    below(path) {
      const real = realPath(path)
      const within = real.endsWith('/') ? real : `${real}/`
      return files.entries().flatMap(([key, grant]) => (key === real || key.startsWith(within) ? [grant] : []))
    },
    remove: (path) => files.remove(realPath(path)),
  }
}

/** A followed folder with a new owner is no longer granted. */
const isHeld = ({ follow, owner }: Grant, path: string): boolean =>
  !follow || (owner !== undefined && owner === ownerOf(path))

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

/** Approvals by ref; a newer one for the same code replaces the older. */
export const approvalStore = (folder: string): Approvals => approvalsIn(keyedFiles(join(folder, 'approvals')))

export function approvalsIn(files: KeyedEntries<readonly Approval[]>): Approvals {
  return {
    stamp: () => files.stamp(),
    find: (ref) => files.get(ref) ?? [],
    save: (approval) =>
      files.put(approval.ref, [
        ...(files.get(approval.ref) ?? []).filter(({ code }) => code !== approval.code),
        approval,
      ]),
  }
}

/** Refs that the user disabled. */
export const switchStore = (folder: string): Switches => switchesIn(keyedFiles(join(folder, 'disabled')))

export function switchesIn(files: KeyedEntries<'off'>): Switches {
  return {
    stamp: () => files.stamp(),
    disabled: () => new Set(files.entries().map(([ref]) => ref)),
    set(ref, enabled) {
      if (enabled) files.remove(ref)
      else files.put(ref, 'off')
    },
  }
}

/** Signed editions by the real path of the entry file. */
export const editionStore = (folder: string): Editions => editionsIn(keyedFiles(join(folder, 'editions')))

export function editionsIn(files: KeyedEntries<SignedEdition>): Editions {
  return {
    find: (place) => files.get(realPath(place)),
    save: (place, edition) => files.put(realPath(place), edition),
    forget(path) {
      const real = realPath(path)
      for (const [key] of files.entries()) if (key === real || key.startsWith(`${real}/`)) files.remove(key)
    },
  }
}

/** Origins of fetched copies by the real path of the entry file. */
export const copyStore = (folder: string): Copies => copiesIn(keyedFiles(join(folder, 'copies')))

export function copiesIn(files: KeyedEntries<FetchedCopy>): Copies {
  return { find: (place) => files.get(realPath(place)), save: (place, copy) => files.put(realPath(place), copy) }
}

/** One file for each key, mode 0600. */
export const keyStore = (folder: string): Keys => keysIn(keyedFiles(join(folder, 'keys')))

export function keysIn(files: KeyedEntries<ApiKey>): Keys {
  const list = (): readonly ApiKey[] =>
    files
      .entries()
      .map(([, key]) => key)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    find: (tokenSha256) => files.get(tokenSha256),
    list,
    save: (key) => files.put(key.tokenSha256, key),
    remove(name) {
      const found = list().find((key) => key.name === name)
      return found !== undefined && files.remove(found.tokenSha256)
    },
  }
}

/** A path that no longer exists is used as it is, so that its entry can still be removed. */
function realPath(path: string): string {
  try {
    return realPathOf(path)
  } catch {
    return path
  }
}
