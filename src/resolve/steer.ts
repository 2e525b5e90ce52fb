import { readContextMap } from '../parse/context-map.ts'
import { normalizePath, pathProblem } from '../text/paths.ts'
import { tellingKeys } from '../text/shared-terms.ts'

/** A file that the guide of a pack sends some tasks to. */
export interface Steering {
  /** A file, or a folder that ends in `/`. */
  readonly path: string
  readonly anchor?: string
  readonly hint: string
}

/** The context map of a guide. What leaves the pack, or names a layer that is never read for a task, steers nothing (AK-313). */
export function steeringOf(guide: string, bodyStart: number): readonly Steering[] {
  return readContextMap(guide, bodyStart).entries.flatMap(({ path, anchor, hint }) => {
    if (pathProblem(path)) return []
    const plain = normalizePath(path.replace(/\*+.*$/, ''))
    if (!/^(?:compiled|documents|wiki)(?:\/|$)/.test(plain)) return []
    const isFolder = /[/\\*]$/.test(path) || !/\.\w{1,8}$/.test(plain)
    return [{ path: isFolder ? `${plain}/` : plain, ...(anchor === undefined ? {} : { anchor }), hint }]
  })
}

/** The entries whose words the task uses, but for words that most entries share (AK-158). */
export function steeredBy(task: string, steering: readonly Steering[]): readonly Steering[] {
  if (steering.length === 0) return []
  const asked = tellingKeys(task)
  const hints = steering.map(keysOf)
  const isOrdinary = (key: string): boolean => steering.length > 2 && hints.filter((keys) => keys.has(key)).length > steering.length / 2
  const telling = new Set([...asked].filter((key) => !isOrdinary(key)))
  return steering.filter((entry) => [...keysOf(entry)].some((key) => telling.has(key)))
}

/** A guide is read once and asked many times. */
const known = new WeakMap<Steering, ReadonlySet<string>>()

function keysOf(entry: Steering): ReadonlySet<string> {
  const keys = known.get(entry) ?? tellingKeys(entry.hint)
  known.set(entry, keys)
  return keys
}

export const isSteered = (steering: readonly Steering[], path: string): boolean =>
  steering.some((entry) => (entry.path.endsWith('/') ? path.startsWith(entry.path) : path === entry.path))

/** What the map says about a file: words that it is found by. */
export const hintsFor = (steering: readonly Steering[], path: string): readonly string[] =>
  steering.filter((entry) => entry.path === path || (entry.path.endsWith('/') && path.startsWith(entry.path))).map(({ hint }) => hint)
