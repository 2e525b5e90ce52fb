import type { Grant, Reason } from '../model/decision.ts'
import type { Pack } from '../model/pack.ts'
import type { Requester } from '../model/requester.ts'
import type { ActivationMode } from '../model/vocabulary.ts'

/** What a decision is about. Nothing of the content has been read. */
export interface Subject {
  readonly ref: string
  readonly pack: Pack
  readonly builtin: boolean
  readonly grant: Grant | undefined
}

export interface Circumstances {
  readonly action: string
  readonly activation: ActivationMode
  readonly now: Date
}

/** A gate is pure and always speaks. */
export type Gate = (subject: Subject, requester: Requester, circumstances: Circumstances) => Reason
