import type { CatalogEntry, EntryFile, Scope, ShadowedEntry } from '../model/catalog.ts'
import { codeRows, type Code } from '../model/codes/codes.ts'
import type { CodeRow } from '../model/codes/code-table.ts'
import type { Diagnostic } from '../model/codes/diagnostic.ts'
import type { Pack } from '../model/documents/pack.ts'
import { packTrusts, type PackTrust } from '../model/tables/vocabulary.ts'
import { compareText } from '../text/compare.ts'
import { semverOrder } from '../text/notations/semver.ts'
import { treeKey } from '../text/paths/paths.ts'

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
 * Which of the packs of one name, nearest first, is used. A granted pack has precedence over an ungranted one, a newer
 * ready one over a stale one (AK-123).
 */
function chooseWinner(rivals: readonly PackEntry[]): PackEntry | undefined {
  const granted = rivals.filter(({ standing }) => standing !== 'ungranted')
  const pool = granted.length > 0 ? granted : rivals
  const [nearest] = pool
  if (nearest?.document.status !== 'stale') return nearest
  return pool.find((rival) => rival.document.status === 'ready' && isNewer(rival.document, nearest.document)) ?? nearest
}

function isNewer({ head: a }: Pack, { head: b }: Pack): boolean {
  const isLater = a.updated !== undefined && b.updated !== undefined && a.updated > b.updated
  return isLater || (a.version !== undefined && b.version !== undefined && (semverOrder(a.version, b.version) ?? 0) > 0)
}

interface Settled {
  readonly shadowed: readonly (ShadowedEntry & PackEntry)[]
  readonly diagnostics: readonly Diagnostic[]
  /** The pack that is used, if it hides a granted one of higher trust. */
  readonly lowered?: { readonly found: EntryFile; readonly hides: PackTrust }
}

const undisputed: Settled = { shadowed: [], diagnostics: [] }

/** Decides which of the packs of one name is used, and reports it. They are sorted nearest first. */
export function resolveCollision(rivals: readonly PackEntry[]): Settled {
  const winner = rivals.length > 1 ? chooseWinner(rivals) : undefined
  if (!winner) return undisputed
  const place = rivals.indexOf(winner)
  const shadowed = rivals.flatMap((rival, i) =>
    rival === winner
      ? []
      : [
          {
            ...rival,
            shadowedBy: winner.found.path,
            why: i < place ? hiddenBecause(rival, winner) : ('precedence' as const),
          },
        ],
  )
  const hides = hiddenTrust(winner, shadowed)
  return {
    shadowed,
    diagnostics: collisionDiagnostics(winner, shadowed),
    ...(hides ? { lowered: { found: winner.found, hides } } : {}),
  }
}

const hiddenBecause = (rival: PackEntry, winner: PackEntry): ShadowedEntry['why'] =>
  rival.standing === 'ungranted' && winner.standing !== 'ungranted' ? 'ungranted' : 'stale'

const reasons: Readonly<Record<ShadowedEntry['why'], string>> = {
  precedence: 'It is hidden.',
  ungranted: 'It is nearer, but not granted.',
  stale: 'It is nearer, but stale.',
}

function collisionDiagnostics(
  winner: PackEntry,
  shadowed: readonly (ShadowedEntry & PackEntry)[],
): readonly Diagnostic[] {
  const { name } = winner.document
  const trust = declaredTrust(winner)
  const paths = shadowed.map(({ found }) => `"${found.path}"`).join(', ')
  const hidden = `${paths} ${shadowed.length === 1 ? 'is' : 'are'} hidden`
  const stale = shadowed.filter(({ why }) => why === 'stale')
  const trusted = shadowed.filter((entry) => rank(declaredTrust(entry)) < rank(trust))
  const { path } = winner.found
  return [
    diagnostic('AK803', `The name "${name}" refers to "${path}"; ${hidden}.`, winner, shadowed),
    ...(stale.length > 0
      ? [
          diagnostic(
            'AK804',
            `"${path}" is ready and newer than the stale "${stale[0]?.found.path}", so it is used as "${name}".`,
            winner,
            stale,
          ),
        ]
      : []),
    ...trusted.map((higher) =>
      diagnostic(
        'AK612',
        `The pack "${name}" of trust "${trust}" hides one of trust "${declaredTrust(higher)}".`,
        winner,
        [higher],
      ),
    ),
  ]
}

const declaredTrust = ({ document: { head } }: PackEntry): PackTrust => head.trust ?? 'unreviewed'

const rank = (trust: PackTrust): number => packTrusts.indexOf(trust)

/** The highest trust that a granted, hidden pack declares, if it is higher than the winner's (AK-108). */
function hiddenTrust(winner: PackEntry, shadowed: readonly PackEntry[]): PackTrust | undefined {
  const granted = shadowed.filter(({ standing }) => standing !== 'ungranted').map(declaredTrust)
  const [highest] = granted.sort((a, b) => rank(a) - rank(b))
  return highest !== undefined && rank(highest) < rank(declaredTrust(winner)) ? highest : undefined
}

function diagnostic(code: Code, message: string, winner: PackEntry, others: readonly ShadowedEntry[]): Diagnostic {
  const { name, severity, help, spec }: CodeRow = codeRows[code]
  return {
    code,
    name,
    severity,
    message,
    where: { file: winner.found.path, pointer: '/name' },
    help,
    ...(spec ? { spec } : {}),
    related: others.map(({ found, why }) => ({ message: reasons[why], where: { file: found.path, pointer: '/name' } })),
  }
}
