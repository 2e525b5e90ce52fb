import type { LineIndex } from '../../text/positions/lines.ts'
import { indexLines } from '../../text/positions/lines.ts'
import type { AnchorReference } from '../../text/facts/anchors.ts'
import type { Folder } from '../../validate/folder.ts'
import { resolveIn } from '../../validate/pack-facts/anchor-targets.ts'
import { findTarget } from '../../validate/pack-facts/pack-target.ts'

/** Where a named source is, by the lines of its file. */
export interface SourcePlace {
  readonly path: string
  /** `L3-L8`; absent for a whole file, as written for a place that is not text. */
  readonly anchor?: string
  /** What is there; absent where it cannot be read as text. */
  readonly text?: string
  readonly isRemote?: true
}

/** Looks a source up, without opening anything outside of the pack; or why it counts for nothing. */
export function placeIn(
  folder: Folder,
  page: string,
  { path, anchor, text: written }: AnchorReference,
): SourcePlace | { readonly reason: string } {
  const target = findTarget(folder, path, page)
  const rest = written.slice(path.length + 1)
  if (target.kind === 'remote') return { path, isRemote: true, ...(rest === '' ? {} : { anchor: rest }) }
  if (target.kind === 'outside') return { reason: `The source "${written}" leaves the pack.` }
  if (target.kind !== 'file') return { reason: `The source "${path}" does not exist.` }
  const text = folder.content(target.path)
  if (!anchor) return { path: target.path, ...(text === undefined ? {} : { text }) }
  const found = resolveIn(folder, target.path, anchor)
  if (found.kind === 'absent') return { reason: `The anchor of the source "${written}" is not in "${target.path}".` }
  if (found.kind === 'unverifiable' || text === undefined) return { path: target.path, anchor: rest }
  const lines = linesOf(folder, target.path, text)
  const { start, end } = found.span
  const first = lines.position(start).line
  const last = lines.position(start + text.slice(start, end).trimEnd().length).line
  return {
    path: target.path,
    anchor: first === last ? `L${first}` : `L${first}-L${last}`,
    text: text.slice(start, end),
  }
}

const indexes = new WeakMap<Folder, Map<string, LineIndex>>()

/** Many statements may name one source, so its lines are indexed once. */
function linesOf(folder: Folder, path: string, text: string): LineIndex {
  const known = indexes.get(folder) ?? new Map<string, LineIndex>()
  indexes.set(folder, known)
  const lines = known.get(path) ?? indexLines(text)
  known.set(path, lines)
  return lines
}
