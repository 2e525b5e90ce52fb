import type { Diagnostic } from './diagnostic.ts'
import type { EffectiveUnit } from './effective.ts'
import type { Manifest } from './manifest.ts'
import type { Pack } from './pack.ts'

/** Where something was found; nearer scopes win. */
export type Scope = 'explicit' | 'workspace' | 'user' | 'organization' | 'builtin'

/** An entry file that discovery found, before anything is known of its content. */
export interface EntryFile {
  readonly format: 'pack' | 'manifest'
  /** Absolute folder of the entry file. */
  readonly folder: string
  readonly file: 'KNOWLEDGE.md' | 'knowledge.yaml'
  readonly scope: Scope
  /** How it is shown: relative to its root, with forward slashes. */
  readonly path: string
}

/** Whether a person has let the text of an entry be used. */
export type Standing = 'builtin' | 'granted' | 'followed' | 'ungranted'

export interface CatalogEntry {
  readonly ref: string
  readonly found: EntryFile
  readonly document: Pack | Manifest
  readonly diagnostics: readonly Diagnostic[]
  readonly standing: Standing
  /** A disabled entry is not shown to a model and not used. */
  readonly enabled: boolean
}

/** A unit of a manifest, addressable by its own ref. */
export interface UnitEntry {
  readonly ref: string
  readonly manifest: CatalogEntry
  readonly unit: EffectiveUnit
}

export interface ScannedRoot {
  readonly path: string
  readonly scope: Scope
  readonly exists: boolean
  readonly packs: number
  readonly manifests: number
  readonly skipped: number
}

export interface Catalog {
  readonly entries: readonly CatalogEntry[]
  readonly shadowed: readonly CatalogEntry[]
  readonly quarantined: readonly { readonly found: EntryFile; readonly diagnostics: readonly Diagnostic[] }[]
  readonly roots: readonly ScannedRoot[]
  readonly diagnostics: readonly Diagnostic[]
}
