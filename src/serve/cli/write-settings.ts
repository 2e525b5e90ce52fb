import type { IntegrationPlan } from '../../app/index.ts'
import { diskFiles } from '../../io/disk/disk-files.ts'
import { createOwnFile, diskWriter } from '../../io/disk/disk-writer.ts'
import { makeFolders } from '../../io/stores/state-folder.ts'
import { replaceFile, type ReplacedFile } from '../../io/disk/replace-file.ts'

export type ReadyPlan = Extract<IntegrationPlan, { readonly ok: true }>

export const changes = ({ before, after }: ReadyPlan): boolean => before !== after

/** Applies a plan: creates, replaces or deletes the file. Project settings may contain links of others. */
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
