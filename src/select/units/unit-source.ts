import { formatOf } from '../../formats/format-of.ts'
import type { AllowedUnit, DeclaredHash } from '../../model/brands.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/read.ts'
import type { LazyText } from '../../text/utf8.ts'
import { declaredFor } from '../texts/content-hash.ts'
import { openingOf } from '../texts/document-title.ts'
import { grantedWithin } from '../texts/granted-text.ts'
import { factsOf, type FileFacts, type KnownFiles, type RootFacts } from '../texts/known-files.ts'
import type { Source } from '../texts/source.ts'
import { mayPersistAt } from './may-persist.ts'

/** One file, and the units it is content of. */
export interface SharedFile {
  readonly path: string
  /** The first is a named one, else one whose path is the file and not its folder, else the first declared. */
  readonly units: readonly [AllowedUnit, ...AllowedUnit[]]
}

/** Texts cached between reads; the caller checks again what it releases. */
export type KeptSources = Map<string, Opened>

interface Opened {
  readonly source: Source
  /** Of its text, known without decoding it. */
  readonly length: number
}

export interface Reading {
  readonly kept: KeptSources
  readonly known: KnownFiles
  readonly factsBelow: (root: string) => RootFacts | undefined
  readonly omitted: Omission[]
  /** Bytes. */
  readonly most: number
}

/** The text of a file: kept from an earlier read, known to be unchanged, or read now. */
export function keptOrRead(
  files: Files,
  { path, units }: SharedFile,
  { kept, known, factsBelow, omitted, most }: Reading,
): Opened | 'too-large' | undefined {
  const [allowed] = units
  const hints = units.flatMap((unit) => hintsOf(unit, path))
  const hashes = declaredFor(allowed, path)
  const key = [allowed.ref, allowed.root, path, ...hashes.map(({ hash }) => hash.value), ...hints].join('\n')
  // The hash of a folder depends on other files.
  const isKept = !allowed.withheld.has(path) && hashes.every(({ folder }) => !folder)
  const isGranted = ({ fileDigest }: { readonly fileDigest: string }): boolean =>
    allowed.granted === undefined || allowed.granted.get(path) === fileDigest
  const before = isKept ? kept.get(key) : undefined
  if (before && isGranted(before.source)) return before
  const facts = mayPersistAt(allowed, path) && allowed.withheld.size === 0 ? factsBelow(allowed.root) : undefined
  const unchanged = facts?.of(path)
  if (unchanged && unchanged.size <= most && isGranted(unchanged) && hashes.every(isDigestOf(unchanged))) {
    const text = known.textOf(files, allowed.root, path, unchanged.fileDigest)
    const found = { source: sourceOf(allowed, path, { text, facts: unchanged, hints }), length: unchanged.length }
    kept.set(key, found)
    return found
  }
  const stamp = facts?.stamp(path)
  const read = grantedWithin(files, allowed, path, most)
  if ('fileDigest' in read) {
    if (read.bytes.includes(0)) {
      omitted.push({ ref: allowed.ref, path, reason: 'not-text', detail: 'It contains bytes that are not text.' })
      return undefined
    }
    const found = factsOf(read, openingOf(read, path))
    if (facts && stamp !== undefined) facts.learn(path, stamp, found)
    const opened = { source: sourceOf(allowed, path, { text: read, facts: found, hints }), length: found.length }
    if (opened.source.persist) kept.set(key, opened)
    return opened
  }
  if (read.isTooLarge && most < limits.contentBytes) return 'too-large'
  omitted.push(read.omitted)
  return undefined
}

/** Whether a declared hash is this digest; for others the bytes are needed. */
const isDigestOf =
  ({ fileDigest }: Pick<FileFacts, 'fileDigest'>) =>
  ({ hash, folder }: DeclaredHash): boolean =>
    !folder && `${hash.algorithm}:${hash.value}` === fileDigest

interface ReadText {
  readonly text: LazyText
  readonly facts: FileFacts
  readonly hints: readonly string[]
}

function sourceOf(allowed: AllowedUnit, path: string, { text: lazy, facts, hints }: ReadText): Source {
  const { ref, manifest, unit, folder } = allowed
  // The declared format of a folder is not that of its files.
  const declared = folder ? undefined : (unit.format?.value ?? unit.contentType?.value)
  const { from, title, fileDigest } = facts
  return {
    ref,
    envelope: allowed.manifestRef,
    path,
    format: formatOf(path, declared) ?? 'text',
    from,
    fileDigest,
    entry: { name: manifest.project, description: '' },
    title,
    hints,
    isVerified: unit.contentHash !== undefined,
    persist: mayPersistAt(allowed, path),
    get text() {
      return lazy.text
    },
    get head() {
      return lazy.head
    },
  }
}

/** The hints of a folder count for its index or README, else for each of its files. */
function hintsOf({ unit: { unit }, folder }: AllowedUnit, path: string): readonly string[] {
  if (folder?.opening !== undefined && folder.opening !== path) return []
  return [
    unit.intent,
    ...(unit.triggers ?? []),
    ...(unit.aliases ?? []),
    ...(unit.hints?.chunkTopic === undefined ? [] : [unit.hints.chunkTopic]),
  ]
}
