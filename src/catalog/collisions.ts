import type { EntryFile, ShadowedEntry } from '../model/catalog.ts'
import { codeRows, type Code } from '../model/codes.ts'
import type { CodeRow } from '../model/codes/code-table.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { packTrusts, type PackTrust } from '../model/vocabulary.ts'
import { chooseWinner, type PackEntry } from './precedence.ts'

export interface Settled {
  readonly shadowed: readonly (ShadowedEntry & PackEntry)[]
  readonly diagnostics: readonly Diagnostic[]
  /** The pack that is used, where it hides a granted one of higher trust. */
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
  const hidden = `${shadowed.map(({ found }) => `"${found.path}"`).join(', ')} ${shadowed.length === 1 ? 'is' : 'are'} hidden`
  const stale = shadowed.filter(({ why }) => why === 'stale')
  const trusted = shadowed.filter((entry) => rank(declaredTrust(entry)) < rank(trust))
  return [
    diagnostic('AK803', `The name "${name}" refers to "${winner.found.path}"; ${hidden}.`, winner, shadowed),
    ...(stale.length > 0
      ? [
          diagnostic(
            'AK804',
            `"${winner.found.path}" is ready and newer than the stale "${stale[0]?.found.path}", so it is used as "${name}".`,
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

/** The highest trust that a granted pack hidden by this one declares, if it is higher (AK-108). */
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
