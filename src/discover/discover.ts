import type { EntryFile, Root } from '../model/catalog.ts'
import type { Files } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { declaredManifests } from './declared-manifests.ts'
import { walkRoot, type CheckHead, type WalkOptions, type Walked } from './walk.ts'

/** Finds the entries of a root by a walk; a manifest that `llms.txt` names replaces the default one (KCP-005). */
export function discover<Checked>(
  files: Files,
  root: Root,
  checkHead: CheckHead<Checked>,
  options: WalkOptions = {},
): Walked<Checked> {
  const walked = walkRoot(files, root, checkHead, options)
  const declared = root.bare ? { entries: [], diagnostics: [] } : declaredManifests(files, root)
  const named = new Set(declared.entries.map(placeOf))
  const isReplaced = (entry: EntryFile): boolean =>
    named.has(placeOf(entry)) || (named.size > 0 && entry.via === 'root')
  const notes = walked.notes.flatMap((path) => diagnoseNote(root.shown === undefined ? path : `${root.shown}/${path}`))
  return {
    ...walked,
    entries: [...declared.entries, ...walked.entries.filter((entry) => !isReplaced(entry))],
    diagnostics: [...walked.diagnostics, ...declared.diagnostics, ...notes],
  }
}

/** Such notes are common and not an error (AK-079). */
export function diagnoseNote(path: string): ReturnType<typeof diagnose> {
  return diagnose(
    [{ code: 'AK108', message: 'This note has no frontmatter, so it is not a pack.', span: { start: 0, end: 0 } }],
    { file: path, text: '' },
  )
}

export const placeOf = ({ folder, file }: EntryFile): string => `${folder}/${file}`
