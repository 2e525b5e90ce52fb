import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspacePart, WorkspaceState, WorkspaceStore } from '../../model/workspace.ts'
import { loadJson } from '../disk/json-file.ts'
import { writePrivateFile } from '../disk/private-file.ts'
import { takeLock } from '../stores/process-lock.ts'
import { ensurePrivateFolder, stateFolder, type Environment } from '../stores/state-folder.ts'

interface Stored {
  /** In the names of its parts. */
  readonly id: string
  readonly state: WorkspaceState
}

/** `workspace/` of the state folder: `state.json`, and the parts of the scan that it names. */
export function workspaceStore(env: Environment): WorkspaceStore {
  const folder = join(stateFolder(env), 'workspace')
  const stateFile = join(folder, 'state.json')
  const partFile = (id: string, part: WorkspacePart): string => join(folder, `${part}-${id}`)
  let loaded: Stored | undefined
  let loadedStamp = ''
  return {
    load() {
      const stamp = stampOf(stateFile)
      if (stamp !== loadedStamp) loaded = loadJson<Stored | undefined>(stateFile, undefined)
      loadedStamp = stamp
      return loaded?.state
    },
    save(state, parts) {
      ensurePrivateFolder(folder)
      const id = randomBytes(8).toString('hex')
      for (const [part, bytes] of Object.entries(parts))
        writeFileSync(partFile(id, part as WorkspacePart), bytes, { mode: 0o600, flag: 'wx' })
      writePrivateFile(stateFile, JSON.stringify({ id, state } satisfies Stored))
      loadedStamp = ''
      for (const name of namesIn(folder))
        if (name !== 'state.json' && !name.endsWith(`-${id}`)) rmSync(join(folder, name), { force: true })
    },
    part(name, range) {
      if (!loaded) return undefined
      try {
        const file = partFile(loaded.id, name)
        return range ? readRange(file, range) : readFileSync(file)
      } catch {
        return undefined
      }
    },
    removeAll() {
      loadedStamp = ''
      loaded = undefined
      rmSync(folder, { recursive: true, force: true })
      return namesIn(folder).map((name) => join(folder, name))
    },
    async exclusively(change) {
      ensurePrivateFolder(stateFolder(env))
      const lock = join(stateFolder(env), 'workspace.lock')
      takeLock(lock, 'the scanned workspaces')
      try {
        return await change()
      } finally {
        rmSync(lock, { force: true })
      }
    },
  }
}

/** A file that is replaced whole has another inode or time. */
function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : 'absent'
}

function readRange(
  file: string,
  { start, end }: { readonly start: number; readonly end: number },
): Uint8Array | undefined {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.allocUnsafeSlow(end - start)
    return readSync(descriptor, bytes, 0, end - start, start) === end - start ? bytes : undefined
  } finally {
    closeSync(descriptor)
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
