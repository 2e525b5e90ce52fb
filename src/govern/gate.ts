import type { Grant, Obligation, Reason } from '../model/decision.ts'
import type { EffectiveUnit } from '../model/effective.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Pack } from '../model/pack.ts'
import type { Requester } from '../model/requester.ts'
import type { ActivationMode } from '../model/vocabulary.ts'

/** What is known about an entry without reading any of its content. */
interface Entry {
  readonly ref: string
  /** Bundled with the program, so no grant is needed. */
  readonly builtin?: boolean
  readonly grant?: Grant
  /** Asks a person let pass; codes of reasons, not yet expired. */
  readonly approvals?: readonly string[]
}

export interface PackSubject extends Entry {
  readonly kind: 'pack'
  readonly pack: Pack
}

export interface UnitSubject extends Entry {
  readonly kind: 'unit'
  readonly unit: EffectiveUnit
  readonly audit?: NonNullable<Manifest['trust']>['audit']
  readonly auth?: Manifest['auth']
  /** Id of the unit that replaces this one. */
  readonly successor?: string
  /** Requests already made in the rolling minute and on this UTC day. */
  readonly usage?: { readonly minute: number; readonly day: number }
}

export type Subject = PackSubject | UnitSubject

export interface Circumstances {
  readonly action: string
  readonly activation: ActivationMode
  readonly now: Date
}

/** What a gate says; `decide` adds the gate's name and the sentence. */
export interface Finding {
  readonly verdict: Reason['verdict']
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  readonly pointer?: string
  readonly spec?: string
  readonly obligations?: readonly Obligation[]
}

/** A gate is pure and always speaks. */
export type Gate = (subject: Subject, requester: Requester, circumstances: Circumstances) => Finding

/** For what a format does not declare at all. */
export const notDeclared: Finding = { verdict: 'allow', code: 'not-declared' }
