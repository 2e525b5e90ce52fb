import type { Code } from '../model/codes/codes.ts'
import type { Report } from '../model/codes/diagnostic.ts'
import type { Manifest, Unit } from '../model/documents/manifest.ts'
import type { Pack, PackHead } from '../model/documents/pack.ts'
import type { Folder } from './folder.ts'

/** A manifest under validation; rules also run on one that must not be used. */
export interface CheckedManifest {
  readonly raw: Readonly<Record<string, unknown>>
  readonly manifest: Manifest
  /** First unit of each id. */
  readonly units: ReadonlyMap<string, Unit>
  readonly text: string
  /** The current time, where it is known. */
  readonly now: Date | undefined
}

/** A pack under validation. */
export interface CheckedPack {
  readonly raw: Readonly<Record<string, unknown>>
  readonly head: PackHead
  /** Absent while a required field is missing. */
  readonly pack: Pack | undefined
  readonly text: string
  readonly bodyStart: number
  /** Name of the folder that holds the pack, where it is known. */
  readonly folderName: string | undefined
}

/**
 * A rule checks one thing and declares what it needs: `head` is the metadata, `body` the text of KNOWLEDGE.md. A rule
 * that needs `files` is skipped without the folder around the document; `files-if-given` runs either way.
 */
type Rule<Subject> =
  | { readonly codes: readonly Code[]; readonly needs: 'head' | 'body'; check(subject: Subject, report: Report): void }
  | {
      readonly codes: readonly Code[]
      readonly needs: 'files'
      check(subject: Subject, report: Report, folder: Folder): void
    }
  | {
      readonly codes: readonly Code[]
      readonly needs: 'files-if-given'
      check(subject: Subject, report: Report, folder: Folder | undefined): void
    }

export type ManifestRule = Rule<CheckedManifest>
export type PackRule = Rule<CheckedPack>
