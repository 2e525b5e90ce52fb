import type { ShadowedEntry } from '../model/catalog.ts'
import { codeEntries, type Code } from '../model/codes.ts'
import type { CodeEntry } from '../model/codes/entry.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { packTrusts } from '../model/vocabulary.ts'
import { chooseWinner, type PackEntry } from './precedence.ts'

export interface Settled {
  readonly shadowed: readonly (ShadowedEntry & PackEntry)[]
  readonly diagnostics: readonly Diagnostic[]
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
  return { shadowed, diagnostics: collisionDiagnostics(winner, shadowed) }
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
  const { name, trust } = winner.document
  const hidden = `${shadowed.map(({ found }) => `"${found.path}"`).join(', ')} ${shadowed.length === 1 ? 'is' : 'are'} hidden`
  const stale = shadowed.filter(({ why }) => why === 'stale')
  const trusted = shadowed.filter(({ document }) => rank(document.trust) < rank(trust))
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
        `The pack "${name}" of trust "${trust}" hides one of trust "${higher.document.trust}".`,
        winner,
        [higher],
      ),
    ),
  ]
}

/** As declared: a grant never raises the declared trust. */
const rank = (trust: PackEntry['document']['trust']): number => packTrusts.indexOf(trust)

function diagnostic(code: Code, message: string, winner: PackEntry, others: readonly ShadowedEntry[]): Diagnostic {
  const { name, severity, help, spec }: CodeEntry = codeEntries[code]
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
