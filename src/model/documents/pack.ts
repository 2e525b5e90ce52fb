import type { ReadOf } from '../tables/fields.ts'
import type { packFields } from '../tables/pack-fields.ts'
import type { Grounding, PackProfile, PackStatus, PackTrust, RuntimeMode } from '../tables/vocabulary.ts'

/** The frontmatter as written; a field of the wrong type or an unlisted word is absent here. */
export type PackHead = ReadOf<typeof packFields>

/** A readable pack: required fields are present, optional ones have their defaults. */
export interface Pack {
  readonly kind: 'pack'
  readonly name: string
  readonly description: string
  readonly type: string
  readonly status: PackStatus
  readonly profile: PackProfile
  readonly profileSource: 'declared' | 'default'
  readonly mode: RuntimeMode
  readonly grounding: Grounding | undefined
  /**
   * As declared, but official only in a folder of the organisation; `head` has the claim. Only a grant satisfies a
   * gate.
   */
  readonly trust: PackTrust
  readonly head: PackHead
  /** Where the body starts, in UTF-16 units of the file's text. */
  readonly bodyStart: number
}
