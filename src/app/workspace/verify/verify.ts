import type { Diagnostic, Range } from '../../../model/codes/diagnostic.ts'
import { limits } from '../../../model/limits.ts'
import { composeManifest } from '../../../parse/manifest/compose.ts'
import { isUsableReading, readManifest } from '../../../parse/manifest/manifest.ts'
import { readPack } from '../../../parse/pack/pack.ts'
import { Placer, type SourceDocument } from '../../../parse/placer.ts'
import { compareText } from '../../../text/compare.ts'
import { detectLanguage, loadLanguages } from '../../../text/lexicon/lexicon.ts'
import { folderOf, joinPath } from '../../../text/paths/paths.ts'
import { openFolder } from '../../../validate/folder.ts'
import { unitTextAt } from '../../../validate/manifest-facts/unit-text.ts'
import { documentsIn, validateDocument, type DocumentFile } from '../../validate/validate-paths.ts'
import { fileChanges, type FileChanges } from './dates.ts'
import {
  checkNames,
  type Around,
  type CheckName,
  type Declared,
  type FactCheck,
  type FactVerdict,
  type VerifyPorts,
} from './fact.ts'
import { manifestChecks } from './manifest-checks.ts'
import { packChecks } from './pack-checks.ts'

export interface Fact {
  readonly check: CheckName
  readonly verdict: FactVerdict
  readonly detail: string
  /** Shown path of the file that declares it, and the line where it is known. */
  readonly file: string
  readonly line?: number
  readonly pointer: string
  /** Id of the unit that declares it. */
  readonly unit?: string
  /** Code of the `validate` finding that contradicts it. */
  readonly code?: string
}

interface VerifiedDocument {
  /** Shown path. */
  readonly path: string
  readonly format: 'pack' | 'manifest'
  /** By file, line and check. */
  readonly facts: readonly Fact[]
  /** Why nothing can be verified. */
  readonly unusable?: string
}

export interface Verification {
  readonly documents: readonly VerifiedDocument[]
  readonly counts: Readonly<Record<CheckName, Readonly<Record<FactVerdict, number>>>>
  /** Nothing is contradicted, and every document can be used. */
  readonly ok: boolean
}

interface VerifyOptions {
  /** Absolute folders. */
  readonly roots: readonly string[]
  /** Shown paths are relative to it. */
  readonly cwd: string
  readonly now: Date
}

/** Compares what the packs and manifests in some folders declare with the files. Nothing is changed or released. */
export async function verifyDeclared(ports: VerifyPorts, options: VerifyOptions): Promise<Verification> {
  const documents: VerifiedDocument[] = []
  const seen = new Set<string>()
  for (const root of options.roots) {
    const changes = fileChanges(ports, root, options.now)
    for (const document of documentsIn(ports.files, root, options.cwd).documents) {
      const place = `${document.folder}/${document.file}`
      if (seen.has(place)) continue
      seen.add(place)
      const verified = await verifyDocument(ports, document, { ...options, root, changes })
      if (verified) documents.push(verified)
    }
  }
  const facts = documents.flatMap((document) => document.facts)
  const count = (check: CheckName, verdict: FactVerdict): number =>
    facts.filter((fact) => fact.check === check && fact.verdict === verdict).length
  const counts = Object.fromEntries(
    checkNames.map((check) => [
      check,
      { proved: count(check, 'proved'), contradicted: count(check, 'contradicted'), unknown: count(check, 'unknown') },
    ]),
  ) as Verification['counts']
  const ok = documents.every((document) => document.unusable === undefined) && facts.every(isKept)
  return { documents, counts, ok }
}

const isKept = ({ verdict }: Fact): boolean => verdict !== 'contradicted'

interface Verifying extends Omit<VerifyOptions, 'roots'> {
  readonly root: string
  readonly changes: FileChanges
}

/** `undefined` for a document that is neither a pack nor a manifest. */
async function verifyDocument(
  { files }: VerifyPorts,
  document: DocumentFile,
  { root, cwd, now, changes }: Verifying,
): Promise<VerifiedDocument | undefined> {
  const validated = validateDocument(files, document, { cwd, now })
  const { path, format, diagnostics } = validated
  if (format !== 'pack' && format !== 'manifest') return undefined
  const read = files.read(document.folder, document.file, { limit: limits.documentBytes })
  const folder = openFolder(files, document.folder)
  const around: Around = { folder, document: document.file, files, root, changes, now }
  const facts = read.ok ? await factsIn(read.bytes, { format, around, diagnostics, path }) : undefined
  if (facts) return { path, format, facts }
  const error = diagnostics.find(({ severity }) => severity === 'error')
  return { path, format, facts: [], unusable: error?.message ?? 'The document cannot be read.' }
}

interface Found {
  readonly format: 'pack' | 'manifest'
  readonly around: Around
  readonly diagnostics: readonly Diagnostic[]
  readonly path: string
}

async function factsIn(bytes: Uint8Array, found: Found): Promise<readonly Fact[] | undefined> {
  const { around, format } = found
  const { folder, document } = around
  if (format === 'pack') {
    const { raw, head, pack, source, bodyStart } = readPack(bytes, document)
    if (!raw || !head) return undefined
    const subject = { ...around, raw, head, pack, text: source.text, bodyStart, folderName: undefined }
    return compared(packChecks, subject, source, found)
  }
  const reading = readManifest(bytes, document)
  if (!isUsableReading(reading)) return undefined
  const { raw, manifest, source } = reading
  const composed = composeManifest(reading, document, { read: (path) => folder.bytes(path) })
  const includes = composed.manifest.includes
  const units = new Map(composed.manifest.units.toReversed().map((unit) => [unit.id, unit]))
  await loadLanguages(manifest.units.map(({ path }) => detectLanguage(unitTextAt(folder, path) ?? '')))
  const whole = { ...manifest, ...(includes ? { includes } : {}) }
  return compared(manifestChecks, { ...around, raw, manifest: whole, units, text: source.text }, source, found)
}

/** Joins declared facts with the findings of `validate`. */
function compared<Subject>(
  checks: readonly FactCheck<Subject>[],
  subject: Subject,
  source: SourceDocument,
  { diagnostics, path }: Found,
): readonly Fact[] {
  const rows = checks.flatMap(({ check, codes, facts }) => {
    const found = diagnostics.filter(({ code }) => (codes as readonly string[]).includes(code))
    const byPlace = atPlaces(found)
    const used = new Set<Diagnostic>()
    const declared = [...facts(subject)].map((fact) => {
      const against = byPlace.get(`${fact.file ?? path}\0${fact.pointer}`) ?? []
      for (const diagnostic of against) used.add(diagnostic)
      return { check, fact, against: against[0] }
    })
    const others = found
      .filter((diagnostic) => !used.has(diagnostic))
      .map((diagnostic) => ({ check, fact: undefined, against: diagnostic }))
    return [...declared, ...others]
  })
  const pointers = rows.flatMap(({ fact }) => (fact && fact.file === undefined ? [{ pointer: fact.pointer }] : []))
  const placer = new Placer(
    source,
    pointers.map((at) => ({ ...at, code: 'KCP106', message: '' })),
  )
  const lineOf = (fact: Declared): Range | undefined =>
    fact.range ?? (fact.file === undefined ? placer.place({ pointer: fact.pointer }).range : undefined)
  const fileOf = (file: string | undefined): string =>
    file === undefined || file === path ? path : joinPath(folderOf(path), file)
  return rows
    .map(({ check, fact, against }): Fact => {
      const range = against?.where.range ?? (fact && lineOf(fact))
      return {
        check,
        verdict: against ? 'contradicted' : (fact?.verdict ?? 'unknown'),
        detail: against?.message ?? fact?.detail ?? '',
        file: fileOf(against?.where.file ?? fact?.file),
        ...(range ? { line: range.start.line } : {}),
        pointer: against?.where.pointer ?? fact?.pointer ?? '',
        ...(fact?.unit === undefined ? {} : { unit: fact.unit }),
        ...(against ? { code: against.code } : {}),
      }
    })
    .sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        checkNames.indexOf(a.check) - checkNames.indexOf(b.check) ||
        compareText(a.pointer, b.pointer),
    )
}

/** By file and pointer: that of the finding and every pointer above it, except the whole document. */
function atPlaces(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const { file, pointer } = diagnostic.where
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const key = `${file}\0${at}`
      found.set(key, [...(found.get(key) ?? []), diagnostic])
    }
  }
  return found
}
