import type { Grant, Obligation, Reason } from '../model/decisions/decision.ts'
import type { EffectiveUnit } from '../model/documents/effective.ts'
import type { AgentRequirements, Manifest, Origin } from '../model/documents/manifest.ts'
import type { Pack } from '../model/documents/pack.ts'
import type { Requester } from '../model/decisions/requester.ts'
import type { EntrySignature } from '../model/documents/signature.ts'
import type { ActivationMode } from '../model/tables/vocabulary.ts'

/** What is known about an entry without reading its content. */
interface SubjectFacts {
  readonly ref: string
  /** Bundled with the program, so no grant is needed. */
  readonly builtin?: boolean
  readonly grant?: Grant
  readonly signature?: EntrySignature
  /** How many listed keys must have signed it; absent: none. */
  readonly signersRequired?: number
  /** Disabled by a person. */
  readonly disabled?: boolean
  /** Codes of reasons that a person approved, not yet expired. */
  readonly approvals?: readonly string[]
  /** The same, for its manifest as a whole. */
  readonly manifestApprovals?: readonly string[]
  /** Codes of reasons that a person refused, for it or for its manifest as a whole. */
  readonly refusals?: readonly string[]
  /** Who approved or refused, by code. */
  readonly answeredBy?: Readonly<Record<string, string>>
  /** Codes of the status gate that a person confirmed through their client, for this session. */
  readonly confirmed?: readonly string[]
}

export interface PackSubject extends SubjectFacts {
  readonly kind: 'pack'
  readonly pack: Pack
}

export interface UnitSubject extends SubjectFacts {
  readonly kind: 'unit'
  readonly unit: EffectiveUnit
  /** The manifest that declares it; some questions are asked once for all its units. */
  readonly manifestRef?: string
  readonly audit?: NonNullable<Manifest['trust']>['audit']
  readonly auth?: Manifest['auth']
  /** Those of its manifest, and of the granted ones that govern it: each has to be met. */
  readonly agentRequirements?: readonly AgentRequirements[]
  /** Id of the unit that replaces this one. */
  readonly successor?: string
  /** Why no granted manifest that declares its manifest includes it now. */
  readonly source?: { readonly code: string; readonly value: string; readonly id: string; readonly by: string }
  /** Why the included manifest that declares it is refused (KCP §3.11). */
  readonly include?: { readonly code: string; readonly file: string } & Readonly<Record<string, string>>
  /** Requests already made in the rolling minute and hour, and on this UTC day. */
  readonly usage?: { readonly minute: number; readonly hour?: number; readonly day: number }
  /** The operator requires a declared hash for every unit. */
  readonly hashRequired?: true
  /** The name by which its file is private by convention, such as `.env`. */
  readonly privateName?: string
  /** Records are kept in memory only, so reads cannot be audited. */
  readonly unrecorded?: true
}

export type Subject = PackSubject | UnitSubject

export interface Circumstances {
  readonly action: string
  readonly activation: ActivationMode
  readonly now: Date
  /** Records which answers depend on the time; absent where decisions are not cached. */
  atTime?: AtTime
  /** The time at which validity is evaluated, if a query names one. */
  readonly asOf?: Date
  /** A query lists units regardless of their windows, without their content. */
  readonly allTemporal?: true
}

/** Evaluates a named question about the time. */
export type AtTime = <Answer extends string | number>(name: string, answerAt: (now: Date) => Answer) => Answer

/** Evaluates a question about the time; a cached decision stays valid while the answer is the same. */
export function askTime<Answer extends string | number>(
  circumstances: Circumstances,
  name: string,
  answerAt: (now: Date) => Answer,
): Answer {
  return circumstances.atTime ? circumstances.atTime(name, answerAt) : answerAt(circumstances.now)
}

/** The result of a gate; `decide` adds the gate's name and the sentence. */
export interface GateFinding {
  readonly verdict: Reason['verdict']
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  /** JSON pointer: `/units/3/access`, or `/access` where the root declares it. */
  readonly pointer?: string | undefined
  readonly spec?: string
  readonly obligations?: readonly Obligation[] | undefined
  /** Ref of the manifest that is asked about, where one answer holds for all its units. */
  readonly asksAbout?: string
}

/** A gate is pure and always returns a finding. */
export type Gate = (subject: Subject, requester: Requester, circumstances: Circumstances) => GateFinding

/** A finding shared by many entries: created once, so that ten thousand units cost little. */
export const always = (finding: GateFinding): GateFinding => Object.freeze(finding)

/** The format has no field for the gate. */
export const notDeclared = always({ verdict: 'allow', code: 'not-declared' })

/** Pointer to a value of a unit; a default has none. */
export function writtenAt({ unit, rootFile }: EffectiveUnit, origin: Origin, path: string): string | undefined {
  if (origin === 'default') return undefined
  if (origin === 'root') return rootFile === undefined ? `/${path}` : `${rootFile}#/${path}`
  const { from } = unit
  if (!from) return `/units/${unit.index}/${path}`
  const [field = '', ...below] = path.split('/')
  const override = from.overridden?.[field]
  return override === undefined ? `${from.file}#/units/${from.index}/${path}` : [override, ...below].join('/')
}
