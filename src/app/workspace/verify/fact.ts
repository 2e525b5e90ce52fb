import type { Code } from '../../../model/codes/codes.ts'
import type { Range } from '../../../model/codes/diagnostic.ts'
import type { Histories } from '../../../model/records/history.ts'
import type { Files } from '../../../model/ports.ts'
import type { Folder } from '../../../validate/folder.ts'
import type { CheckedManifest, CheckedPack } from '../../../validate/rule.ts'
import type { FileChanges } from './dates.ts'

export const checkNames = ['path', 'hash', 'date', 'trigger', 'reference', 'window'] as const
export type CheckName = (typeof checkNames)[number]

export type FactVerdict = 'proved' | 'contradicted' | 'unknown'

interface Verdict {
  readonly verdict: FactVerdict
  /** One sentence. */
  readonly detail: string
}

/** Something that a document declares, and the verdict of the evidence. */
export interface Declared extends Verdict {
  /** JSON pointer into the document, or into `file`. */
  readonly pointer: string
  /** Another file, from the folder of the document, with the place in it. */
  readonly file?: string
  readonly range?: Range
  /** Id of the unit that declares it. */
  readonly unit?: string
}

export const proved = (detail: string): Verdict => ({ verdict: 'proved', detail })
export const contradicted = (detail: string): Verdict => ({ verdict: 'contradicted', detail })
export const unknown = (detail: string): Verdict => ({ verdict: 'unknown', detail })

/** Where the evidence comes from. */
export interface Around {
  readonly folder: Folder
  /** From the folder of the document. */
  readonly document: string
  readonly files: Pick<Files, 'kindOf' | 'realPath'>
  /** The top folder of what is verified: links are not followed beyond it. */
  readonly root: string
  readonly changes: FileChanges
  readonly now: Date
}

export type ManifestSubject = CheckedManifest & Around
export type PackSubject = CheckedPack & Around

/**
 * One kind of fact in one kind of document. A finding of `validate` with one of these codes contradicts the fact at its
 * place; a finding without a declared fact becomes a contradicted fact itself.
 */
export interface FactCheck<Subject> {
  readonly check: CheckName
  readonly codes: readonly Code[]
  facts(subject: Subject): Iterable<Declared>
}

export interface VerifyPorts {
  readonly files: Files
  readonly histories: Histories
}
