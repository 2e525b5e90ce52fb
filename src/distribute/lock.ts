import { limits } from '../model/limits.ts'
import type { Lock, LockedEntry } from '../model/distribution/installation.ts'
import { isObject } from '../parse/read-fields.ts'
import { parseJson } from '../parse/yaml/json.ts'
import { compareText } from '../text/compare.ts'
import { clashIn, foldPath, installedNameProblem, isLeftOut, treeNameProblem } from '../text/paths/tree-names.ts'
import { decodeUtf8 } from '../text/bytes/utf8.ts'

/** Also a valid folder name on every system. */
export const isEntryName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) && installedNameProblem(name) === undefined

export const emptyLock: Lock = { entries: [] }

/** A lock comes with the repository: anything but the form that we write is refused, with the reason. */
export function parseLock(bytes: Uint8Array): Lock | string {
  const decoded = decodeUtf8(bytes)
  if (!decoded.ok) return 'It is not UTF-8.'
  const { tree, problems } = parseJson(decoded.text)
  if (!tree) return problems[0]?.message ?? 'It is not JSON.'
  const { value } = tree
  if (!isObject(value) || value['lockVersion'] !== 1) return 'Its "lockVersion" is not 1.'
  const written = value['entries']
  if (!Array.isArray(written) || written.length > limits.lockedEntries)
    return 'Its "entries" are not a list, or too many.'
  const entries: LockedEntry[] = []
  for (const [index, item] of written.entries()) {
    const entry = isObject(item) ? readEntry(item) : 'It is not an object.'
    if (typeof entry === 'string') return `Entry ${index + 1}: ${entry}`
    entries.push(entry)
  }
  const twice = clashIn(entries.map(({ name }) => name))
  return twice === undefined ? { entries } : `The name "${twice}" occurs twice.`
}

function readEntry(item: Record<string, unknown>): LockedEntry | string {
  const { name, format, source, path, commit, version, catalog } = item
  if (typeof name !== 'string' || !isEntryName(name)) return 'Its name cannot be used.'
  if (format !== 'pack' && format !== 'manifest') return 'Its "format" is neither pack nor manifest.'
  if (typeof source !== 'string' || source.length > limits.urlLength) return 'Its "source" is not text.'
  if (path !== undefined && (typeof path !== 'string' || treeNameProblem(path))) return 'Its "path" cannot be used.'
  if (commit !== undefined && !(typeof commit === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)))
    return 'Its "commit" is not a commit hash.'
  const [files, pending] = [item['files'], item['pending']].map((one) => (one === undefined ? {} : readDigests(one)))
  if (typeof files !== 'object' || typeof pending !== 'object')
    return String(typeof files === 'object' ? pending : files)
  const dependsOn = isObject(catalog) && Array.isArray(catalog['dependsOn']) ? catalog['dependsOn'].map(String) : []
  return {
    name,
    format,
    source,
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof commit === 'string' ? { commit } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    ...(isObject(catalog) ? { catalog: dependsOn.length > 0 ? { dependsOn } : {} } : {}),
    files,
    ...(item['pending'] === undefined ? {} : { pending }),
  }
}

/** The digests by path, or why they cannot be used. */
function readDigests(written: unknown): Readonly<Record<string, string>> | string {
  if (!isObject(written)) return 'Its "files" are not an object.'
  const files = Object.entries(written)
  if (files.length > limits.packFiles) return `It has more than ${limits.packFiles} files.`
  for (const [path, digest] of files) {
    const problem =
      treeNameProblem(path) ?? installedNameProblem(path) ?? (isLeftOut(path) ? 'is never installed' : undefined)
    if (problem !== undefined) return `The path "${path}" ${problem}.`
    if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest))
      return `The digest of "${path}" is not a SHA-256 digest.`
  }
  const clash = clashIn(Object.keys(written), foldPath)
  return clash === undefined ? (written as Record<string, string>) : `The path "${clash}" occurs twice.`
}

/** The same entries give the same text. */
export function lockText({ entries }: Lock): string {
  const sorted = [...entries].sort((a, b) => compareText(a.name, b.name)).map(written)
  return `${JSON.stringify({ lockVersion: 1, entries: sorted }, undefined, 2)}\n`
}

const written = ({ files, pending, ...entry }: LockedEntry): LockedEntry =>
  lockedEntry({ ...entry, files: sortedKeys(files), ...(pending ? { pending: sortedKeys(pending) } : {}) })

/** An entry with its fields in the order of the file, without absent fields and those that do not belong in a lock. */
export const lockedEntry = ({
  name,
  format,
  source,
  path,
  commit,
  version,
  catalog,
  files,
  pending,
}: LockedEntry): LockedEntry => ({
  name,
  format,
  source,
  ...(path === undefined ? {} : { path }),
  ...(commit === undefined ? {} : { commit }),
  ...(version === undefined ? {} : { version }),
  ...(catalog ? { catalog } : {}),
  files,
  ...(pending ? { pending } : {}),
})

const sortedKeys = (digests: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(digests).sort(([a], [b]) => compareText(a, b)))
