import type { CatalogEntry, EntryFile, Scope } from '../model/catalog.ts'
import type { Pack } from '../model/pack.ts'
import { treeKey } from '../text/paths/paths.ts'
import { semverOrder } from '../text/notations/semver.ts'
import { compareText } from '../text/compare.ts'

/** Nearest first (AK-106). */
const scopes: readonly Scope[] = ['explicit', 'workspace', 'user', 'organization', 'builtin']

/** By scope, then the client's own folder, then the place in the tree (AK-109). */
export function inPrecedence<E extends { readonly found: EntryFile }>(entries: readonly E[]): readonly E[] {
  const keyed = entries.map((entry) => ({
    entry,
    found: entry.found,
    scope: scopes.indexOf(entry.found.scope),
    key: treeKey(entry.found.path),
  }))
  keyed.sort(
    (a, b) =>
      a.scope - b.scope ||
      Number(b.found.native) - Number(a.found.native) ||
      compareText(a.key, b.key) ||
      compareText(a.found.folder, b.found.folder),
  )
  return keyed.map(({ entry }) => entry)
}

export interface PackEntry extends CatalogEntry {
  readonly document: Pack
}

/**
 * The pack that is used under a name, of all that have it, nearest first. A granted one has precedence over an ungranted
 * one; a newer ready one over a stale one (AK-123).
 */
export function chooseWinner(rivals: readonly PackEntry[]): PackEntry | undefined {
  const approved = rivals.filter(({ standing }) => standing !== 'ungranted')
  const pool = approved.length > 0 ? approved : rivals
  const [nearest] = pool
  if (nearest?.document.status !== 'stale') return nearest
  return pool.find((rival) => rival.document.status === 'ready' && isNewer(rival.document, nearest.document)) ?? nearest
}

function isNewer({ head: a }: Pack, { head: b }: Pack): boolean {
  const isLater = a.updated !== undefined && b.updated !== undefined && a.updated > b.updated
  return isLater || (a.version !== undefined && b.version !== undefined && (semverOrder(a.version, b.version) ?? 0) > 0)
}
