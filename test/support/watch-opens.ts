import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

export interface Opened {
  readonly path: string
  /** Number of requested bytes. */
  bytes: number
}

/** Records every file that this process opens below a folder, whichever module opens it. */
export function watchOpens(folder: string): readonly Opened[] {
  const opened: Opened[] = []
  const byDescriptor = new Map<number, Opened>()
  const note = (path: unknown, bytes: number): Opened | undefined => {
    if (typeof path !== 'string' || !path.startsWith(`${folder}/`)) return undefined
    const one = { path: path.slice(folder.length + 1), bytes }
    opened.push(one)
    return one
  }
  const { openSync, readSync } = fs
  replace(fs, 'openSync', (...args: Parameters<typeof openSync>) => {
    const one = note(args[0], 0)
    const descriptor = openSync(...args)
    if (one) byDescriptor.set(descriptor, one)
    else byDescriptor.delete(descriptor)
    return descriptor
  })
  replace(
    fs,
    'readSync',
    (descriptor: number, buffer: NodeJS.ArrayBufferView, offset: number, length: number, position: number | null) => {
      const one = byDescriptor.get(descriptor)
      if (one) one.bytes += length
      return readSync(descriptor, buffer, offset, length, position)
    },
  )
  for (const name of ['readFileSync', 'readFile', 'open', 'createReadStream', 'copyFileSync', 'copyFile'] as const)
    noteFirst(fs, name, note)
  for (const name of ['readFile', 'open', 'copyFile'] as const) noteFirst(fs.promises, name, note)
  return opened
}

/** Counts the whole file, because these functions read all of it. */
function noteFirst<Name extends string>(
  target: Readonly<Record<Name, unknown>>,
  name: Name,
  note: (path: unknown, bytes: number) => unknown,
): void {
  const before = target[name] as (...args: readonly unknown[]) => unknown
  replace(target, name, (...args: readonly unknown[]) => {
    note(args[0], Infinity)
    return before(...args)
  })
}

function replace(target: object, name: string, value: unknown): void {
  const before: unknown = Reflect.get(target, name)
  Reflect.set(target, name, value)
  syncBuiltinESMExports()
  onTestFinished(() => {
    Reflect.set(target, name, before)
    syncBuiltinESMExports()
  })
}
