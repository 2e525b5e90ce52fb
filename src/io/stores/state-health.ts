import { accessSync, constants, readdirSync, readFileSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { StateHealth, StateTrouble } from '../../model/records/health.ts'

/** Folders of keyed records that decisions depend on. */
const keyed = ['grants', 'approvals', 'disabled', 'keys']
const others = ['sessions', 'usage', 'receipts', 'log']

/** Inspects the state folder without changes. A missing folder is fine where it can be created. */
export function inspectState(folder: string): StateHealth {
  const parts = [...keyed, ...others].map((name) => join(folder, name)).filter((path) => statOf(path) !== undefined)
  const files = [folder, ...parts]
    .flatMap((path) => namesIn(path).map((name) => join(path, name)))
    .filter((path) => statOf(path)?.isFile())
  return {
    folder,
    unusable: [folder, ...parts].flatMap((path) => {
      const trouble = troubleWith(path)
      return trouble ? [{ path, trouble }] : []
    }),
    open: [...new Set([folder, ...parts, ...files])].flatMap(openToOthers),
    damaged: files.filter(
      (file) => keyed.includes(basename(dirname(file))) && file.endsWith('.json') && isDamaged(file),
    ),
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function troubleWith(path: string): StateTrouble | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return canBeMade(path) ? undefined : 'cannot-be-made'
    if (!stat.isDirectory()) return 'not-a-folder'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'not-a-folder' : 'unreadable'
  }
  if (!may(path, constants.R_OK | constants.X_OK)) return 'unreadable'
  return may(path, constants.W_OK) ? undefined : 'unwritable'
}

/** Depends on the nearest existing parent folder. */
function canBeMade(path: string): boolean {
  const above = dirname(path)
  return statOf(above) ? may(above, constants.W_OK | constants.X_OK) : above !== path && canBeMade(above)
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Windows has no such modes. */
function openToOthers(path: string): StateHealth['open'] {
  const mode = process.platform === 'win32' ? 0 : (statOf(path)?.mode ?? 0) & 0o777
  return (mode & 0o077) === 0 ? [] : [{ path, mode: mode.toString(8).padStart(4, '0') }]
}

function isDamaged(file: string): boolean {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { readonly key?: unknown } | null
    return typeof stored?.key !== 'string'
  } catch {
    return true
  }
}
