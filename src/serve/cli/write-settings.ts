import type { IntegrationPlan } from '../../index.ts'
import { diskFiles } from '../../io/disk-files.ts'
import { diskWriter } from '../../io/disk-writer.ts'
import { makeFolders } from '../../io/state-folder.ts'
import { removeFile, replaceFile, type ReplacedFile } from '../../io/replace-file.ts'

export type ReadyPlan = Extract<IntegrationPlan, { readonly ok: true }>

export const changes = ({ before, after }: ReadyPlan): boolean => before !== after

/** Puts a plan into effect: a new file, another text in the old one, or no file. */
export function writeSettings({ root, file, before, after }: ReadyPlan): ReplacedFile {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  if (before === undefined) return after === undefined ? { ok: true } : createIn(root, file, bytes(after))
  return after === undefined ? removeFile(root, file, bytes(before)) : replaceFile(root, file, { before: bytes(before), after: bytes(after) })
}

/** On a new machine the folder of settings may not be there yet. */
function createIn(root: string, file: string, bytes: Uint8Array): ReplacedFile {
  try {
    if (diskFiles.kindOf(root) === undefined) makeFolders(root)
  } catch {
    return { ok: false, detail: `The folder "${root}" is not there and cannot be made.` }
  }
  return diskWriter.create(root, file, bytes)
}
