import type { AllowedUnit, DeclaredHash } from '../../model/decisions/brands.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { LazyText } from '../../text/bytes/utf8.ts'
import { declaredFor } from '../texts/content-hash.ts'
import { openingOf } from '../texts/document-title.ts'
import { grantedWithin } from '../texts/granted-text.ts'
import { factsOf, type FileFacts, type KnownFiles, type RootFacts } from '../texts/known-files.ts'
import { ownLanguage } from '../texts/own-language.ts'
import type { Source } from '../texts/source.ts'
import { formatIn } from '../texts/text-in.ts'
import { mayPersistAt } from './may-persist.ts'

/** One file, and the units whose content it is. */
export interface SharedFile {
  /** Its root and path. */
  readonly place: string
  readonly path: string
  /**
   * The first is a named one, else one whose path is the file itself rather than its folder, else the first declared.
   */
  readonly units: readonly [AllowedUnit, ...AllowedUnit[]]
}

/** Texts cached between reads, by `SharedFile.place`; the caller checks again whatever it releases. */
export type KeptSources = Map<string, readonly Kept[]>

/** Cached variants of one file: requesters may know of different units, which declare it differently. */
const mostOfOneFile = 8

interface Opened {
  readonly source: Source
  /** Length of its text, known without decoding it. */
  readonly length: number
}

interface Kept extends Opened {
  readonly hashes: readonly DeclaredHash[]
}

interface Found extends Opened {
  /** The next read finds it without opening anything. */
  readonly isKept: boolean
}

export interface Reading {
  readonly kept: KeptSources
  readonly known: KnownFiles
  readonly factsBelow: (root: string) => RootFacts | undefined
  readonly omitted: Omission[]
  /** Maximum bytes. */
  readonly most: number
}

/** The text of a file: cached by an earlier read, known to be unchanged, or read now. */
export function keptOrRead(files: Files, shared: SharedFile, reading: Reading): Found | 'too-large' | undefined {
  const { kept } = reading
  const { place, path, units } = shared
  const [allowed] = units
  const declared: Declared = {
    hints: units.flatMap((unit) => hintsOf(unit, path)),
    hashes: declaredFor(allowed, path),
    persist: units.every((unit) => mayPersistAt(unit, path)),
  }
  const isSame = ({ source, hashes }: Kept): boolean =>
    source.ref === allowed.ref &&
    source.persist === declared.persist &&
    areEqual(source.hints, declared.hints) &&
    areEqual(hashes.map(valueOf), declared.hashes.map(valueOf))
  // The hash of a folder depends on other files.
  const isKept = !allowed.withheld.has(path) && declared.hashes.every(({ folder }) => !folder)
  const before = isKept ? kept.get(place)?.find(isSame) : undefined
  if (before && isGranted(allowed, path, before.source)) return { ...before, isKept }
  const found = knownOrRead(files, shared, declared, reading)
  if (typeof found !== 'object') return found
  if (!found.source.persist) return { ...found, isKept: false }
  const others = kept.get(place)?.filter((one) => !isSame(one)) ?? []
  kept.set(place, [{ ...found, hashes: declared.hashes }, ...others].slice(0, mostOfOneFile))
  return { ...found, isKept }
}

/** What the units of a file declare about it. */
interface Declared {
  readonly hints: readonly string[]
  readonly hashes: readonly DeclaredHash[]
  /** Whether all of them allow it to be stored. */
  readonly persist: boolean
}

const valueOf = ({ hash }: DeclaredHash): string => hash.value

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i])

const isGranted = ({ granted }: AllowedUnit, path: string, { fileDigest }: Pick<Source, 'fileDigest'>): boolean =>
  granted === undefined || granted.get(path) === fileDigest

function knownOrRead(
  files: Files,
  { path, units: [allowed] }: SharedFile,
  { hints, hashes, persist }: Declared,
  { known, factsBelow, omitted, most }: Reading,
): Opened | 'too-large' | undefined {
  const format = formatIn(allowed, path)
  const openedAs = (text: LazyText, facts: FileFacts): Opened => ({
    source: sourceOf(allowed, path, { text, facts, hints, persist }),
    length: facts.length,
  })
  const knownFacts = persist && allowed.withheld.size === 0 ? factsBelow(allowed.root) : undefined
  const unchanged = knownFacts?.of(path)
  if (unchanged && unchanged.size <= most && isGranted(allowed, path, unchanged) && hashes.every(isDigestOf(unchanged)))
    return openedAs(known.textOf(files, allowed.root, path, { ...unchanged, format }), unchanged)
  const stamp = knownFacts?.stamp(path)
  const read = grantedWithin(files, allowed, path, most)
  if (!('fileDigest' in read)) {
    if (read.isTooLarge && most < limits.contentBytes) return 'too-large'
    omitted.push(read.omitted)
    return undefined
  }
  if (format !== 'pdf' && read.bytes.includes(0)) {
    omitted.push({ ref: allowed.ref, path, reason: 'not-text', detail: 'It contains bytes that are not text.' })
    return undefined
  }
  const facts = factsOf(read, openingOf(read, path))
  if (stamp === undefined || !knownFacts) return openedAs(read, facts)
  const learned = { ...facts, ownLanguage: ownLanguage(read, facts.from) }
  knownFacts.learn(path, stamp, learned)
  return openedAs(known.textOf(files, allowed.root, path, { ...learned, format }, read), learned)
}

/** Whether a declared hash equals this digest; other algorithms need the bytes. */
const isDigestOf =
  ({ fileDigest }: Pick<FileFacts, 'fileDigest'>) =>
  ({ hash, folder }: DeclaredHash): boolean =>
    !folder && `${hash.algorithm}:${hash.value}` === fileDigest

interface ReadText {
  readonly text: LazyText
  readonly facts: FileFacts
  readonly hints: readonly string[]
  readonly persist: boolean
}

function sourceOf(allowed: AllowedUnit, path: string, { text: lazy, facts, hints, persist }: ReadText): Source {
  const { ref, manifest, unit } = allowed
  const { from, title, fileDigest, ownLanguage: own } = facts
  return {
    ref,
    envelope: allowed.manifestRef,
    path,
    format: formatIn(allowed, path) ?? 'text',
    from,
    fileDigest,
    ...(own === undefined ? {} : { ownLanguage: own }),
    entry: { name: manifest.project, description: '' },
    title,
    hints,
    isVerified: unit.contentHash !== undefined,
    persist,
    get text() {
      return lazy.text
    },
    get head() {
      return lazy.head
    },
  }
}

/** The hints of a folder apply to its index or README, or else to each of its files. */
function hintsOf({ unit: { unit }, folder }: AllowedUnit, path: string): readonly string[] {
  if (folder?.opening !== undefined && folder.opening !== path) return []
  return [
    unit.intent,
    ...(unit.triggers ?? []),
    ...(unit.aliases ?? []),
    ...(unit.hints?.chunkTopic === undefined ? [] : [unit.hints.chunkTopic]),
  ]
}
