import type { Files } from '../model/ports.ts'
import { ignores, parseIgnore, type IgnoreRules } from '../text/ignore-globs.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/** Bytes of a `.gitignore` that are read. */
const mostBytes = 64 * 1024

/** What is ignored in a folder: the globs of the config, and the `.gitignore` of every folder on the way to it. */
export interface IgnoreChain {
  readonly globs: IgnoreRules
  /** Outermost first; folders are relative to the root. */
  readonly files: readonly { readonly folder: string; readonly rules: IgnoreRules }[]
}

export const startIgnoring = (globs: readonly string[] = []): IgnoreChain => ({ globs: parseIgnore(globs), files: [] })

/** The chain inside a folder that has a `.gitignore`. */
export function withIgnoreFile(chain: IgnoreChain, files: Files, { folder, path }: { readonly folder: string; readonly path: string }): IgnoreChain {
  const read = files.read(folder, '.gitignore', { limit: mostBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  return decoded?.ok ? { ...chain, files: [...chain.files, { folder: path, rules: parseIgnore(decoded.text.split('\n')) }] } : chain
}

/** No `.gitignore` can take back what the config leaves out. */
export function isIgnored({ globs, files }: IgnoreChain, path: string, isFolder: boolean): boolean {
  if (globs.length > 0 && ignores(globs, path, isFolder)) return true
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i]
    const verdict = file && ignores(file.rules, file.folder === '' ? path : path.slice(file.folder.length + 1), isFolder)
    if (verdict !== undefined) return verdict
  }
  return false
}
