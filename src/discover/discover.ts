import type { EntryFile, Root } from '../model/catalog.ts'
import type { Files } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { declaredManifests } from './declared-manifests.ts'
import { startIgnoring } from './ignore-chain.ts'
import { walkRoot, type CheckHead, type WalkOptions, type Walked } from './walk.ts'

/**
 * Finds the entries of a root by a walk, and the manifests that its documents name. A manifest that `llms.txt` names
 * replaces the default one (KCP-005); `.well-known/kcp.json` and `.kcp/catalog.yaml` add theirs.
 */
export function discover<Checked>(
  files: Files,
  root: Root,
  checkHead: CheckHead<Checked>,
  options: WalkOptions<Checked> = {},
): Walked<Checked> {
  const walked = walkRoot(files, root, checkHead, options)
  const declared = root.bare
    ? { entries: [], diagnostics: [] }
    : declaredManifests(files, root, startIgnoring(files, root.path, options.ignore))
  const preferred = declared.entries.filter(({ via }) => via === 'llms.txt')
  const named = new Set(preferred.map(entryPath))
  const isReplaced = (entry: EntryFile): boolean =>
    named.has(entryPath(entry)) || (named.size > 0 && entry.via === 'root')
  const entries = [...preferred, ...walked.entries.filter((entry) => !isReplaced(entry))]
  const known = new Set(entries.map(entryPath))
  for (const entry of declared.entries) {
    if (known.has(entryPath(entry))) continue
    known.add(entryPath(entry))
    entries.push(entry)
  }
  const notes = walked.notes.flatMap((path) => diagnoseNote(root.shown === undefined ? path : `${root.shown}/${path}`))
  return { ...walked, entries, diagnostics: [...walked.diagnostics, ...declared.diagnostics, ...notes] }
}

/** Such notes are common and not an error (AK-079). */
export function diagnoseNote(path: string): ReturnType<typeof diagnose> {
  return diagnose(
    [{ code: 'AK108', message: 'This note has no frontmatter, so it is not a pack.', span: { start: 0, end: 0 } }],
    { file: path, text: '' },
  )
}

export const entryPath = ({ folder, file }: EntryFile): string => `${folder}/${file}`
