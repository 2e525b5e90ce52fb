import { unifiedDiff, type IntegrationPlan } from '../../../app/index.ts'
import { diskFiles } from '../../../io/disk/disk-files.ts'
import { createOwnFile, diskWriter } from '../../../io/disk/disk-writer.ts'
import { replaceFile, type ReplacedFile } from '../../../io/disk/replace-file.ts'
import { makeFolders } from '../../../io/stores/state-folder.ts'

export type ReadyPlan = Extract<IntegrationPlan, { readonly ok: true }>

export const changes = ({ before, after }: ReadyPlan): boolean => before !== after

/** Applies a plan: creates, replaces or deletes the file. Project settings may contain links that others made. */
export function writeSettings(
  { root, file, before, after }: ReadyPlan,
  { shared }: { readonly shared: boolean },
): ReplacedFile {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  if (before !== undefined)
    return replaceFile(
      root,
      file,
      { before: bytes(before), ...(after === undefined ? {} : { after: bytes(after) }) },
      { foreign: shared ? [root] : [] },
    )
  if (after === undefined) return { ok: true }
  return shared ? diskWriter.create(root, file, bytes(after)) : createIn(root, file, bytes(after))
}

/** On a new machine the settings folder may not exist yet. */
function createIn(root: string, file: string, bytes: Uint8Array): ReplacedFile {
  try {
    if (diskFiles.kindOf(root) === undefined) makeFolders(root)
  } catch {
    return { ok: false, detail: `The folder "${root}" does not exist and cannot be created.` }
  }
  return createOwnFile(root, file, bytes)
}

/**
 * The difference that a plan makes. Other entries often contain keys and tokens, so quoted values that are not ours are
 * masked, unless the whole file is ours.
 */
export function settingsDiff({ client, file, before = '', after = '' }: ReadyPlan, ours: readonly string[]): string {
  const diff = unifiedDiff(file, before, after)
  if (client.ownsFile) return diff
  const shown = new Set([...ours, 'stdio', 'local'].map((word) => JSON.stringify(word)))
  const mask = (quoted: string, offset: number, line: string): string =>
    shown.has(quoted) || isKey(line, offset + quoted.length) ? quoted : '"…"'
  return diff
    .split('\n')
    .map((line) => line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, mask))
    .join('\n')
}

const isKey = (line: string, end: number): boolean => /^\s*[:=]/.test(line.slice(end))
