import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspacePart, WorkspaceState, WorkspaceStore } from '../../model/records/workspace.ts'
import { loadJson } from '../disk/json-file.ts'
import { writePrivateFile } from '../disk/private-file.ts'
import { waitForLock } from '../stores/process-lock.ts'
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
  /** The last change of this process; the next one waits for it. */
  let lastChange: Promise<unknown> = Promise.resolve()
  /** Parts of the loaded scan that are read by ranges. */
  const opened = new Map<WorkspacePart, number>()
  const close = (): void => {
    for (const descriptor of opened.values()) closeSync(descriptor)
    opened.clear()
  }
  return {
    load() {
      const stamp = stampOf(stateFile)
      if (stamp !== loadedStamp) {
        close()
        loaded = storedIn(stateFile)
      }
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
        if (!range) return readFileSync(file)
        const descriptor = opened.get(name) ?? openSync(file, 'r')
        opened.set(name, descriptor)
        return readRange(descriptor, range)
      } catch {
        return undefined
      }
    },
    removeAll() {
      close()
      loadedStamp = ''
      loaded = undefined
      rmSync(folder, { recursive: true, force: true })
      return namesIn(folder).map((name) => join(folder, name))
    },
    exclusively(change) {
      const alone = async (): Promise<Awaited<ReturnType<typeof change>>> => {
        ensurePrivateFolder(stateFolder(env))
        const lock = join(stateFolder(env), 'workspace.lock')
        await waitForLock(lock, 'the scanned workspaces')
        try {
          return await change()
        } finally {
          rmSync(lock, { force: true })
        }
      }
      const result = lastChange.then(alone, alone)
      lastChange = result
      return result
    },
  }
}

/** A file that is replaced whole has another inode or time. */
function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : 'absent'
}

function readRange(
  descriptor: number,
  { start, end }: { readonly start: number; readonly end: number },
): Uint8Array | undefined {
  if (end < start) return undefined
  const bytes = Buffer.allocUnsafeSlow(end - start)
  return readSync(descriptor, bytes, 0, end - start, start) === end - start ? bytes : undefined
}

function storedIn(file: string): Stored | undefined {
  const stored = jsonIn(file)
  if (stored === undefined || isStored(stored)) return stored
  throw new Error(`${file} cannot be used. To remove all that is stored: lorefence workspace forget`)
}

/** `null` for a file that is not JSON. It counts as damaged, not as absent, so that its parts are not orphaned. */
function jsonIn(file: string): unknown {
  try {
    return loadJson<unknown>(file, undefined)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** A file that a person or another program wrote is used only if it is valid as a whole. */
function isStored(value: unknown): value is Stored {
  const state =
    isRecord(value) && isText(value['id']) && /^[0-9a-f]{16}$/.test(value['id']) ? value['state'] : undefined
  const scan = isRecord(state) && isText(state['format']) ? state['scan'] : undefined
  if (!isRecord(scan)) return false
  const { folders, repositories } = scan
  return (
    Array.isArray(folders) &&
    folders.every((one) => isRecord(one) && ['path', 'given', 'at'].every((key) => isText(one[key]))) &&
    Array.isArray(repositories) &&
    repositories.every(
      (one) =>
        isRecord(one) &&
        isText(one['root']) &&
        ['manifests', 'packs', 'unusable'].every((key) => areTexts(one[key])) &&
        isRecord(one['leftOut']),
    )
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
