import { unitRef } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { EntryDetail, ShownFinding, UnitRow } from '../../model/reading/inspection.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { openFolder } from '../../validate/folder.ts'
import { releaseGuide } from '../activate/guide.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { evaluateCatalog } from '../evaluate/evaluate.ts'
import { explainRef } from '../explain/explain.ts'
import { validateDocument } from '../validate/validate-paths.ts'
import { entryRows } from './entries.ts'

export interface EntryOptions {
  /** Only units whose id, path or intent contains it. */
  readonly filter: string
  /** Only a person sees units, suites, findings with their source, and sizes. */
  readonly isPerson: boolean
}

/** Units of one reply; a filter finds the others. */
const mostUnits = 1000

/** One entry of this view of the catalog; `undefined` if the ref is unknown. A guide is released and recorded. */
export async function describeEntry(
  catalog: Catalog,
  ref: string,
  { filter, isPerson }: EntryOptions,
  reader: Reader,
): Promise<EntryDetail | undefined> {
  const entry = catalog.entries.find((one) => one.ref === ref)
  const [row] = await entryRows({ ...catalog, entries: entry ? [entry] : [] }, reader)
  if (!entry || !row) return undefined
  const { document } = entry
  const units = isPerson && document.kind === 'manifest' ? unitsOf(entry, document, filter) : undefined
  return {
    row,
    ...(units ? { units: units.slice(0, mostUnits), unitCount: units.length } : {}),
    ...(document.kind === 'pack'
      ? { decision: decisionOn(catalog, ref, reader), guide: await guideOf(catalog, ref, reader) }
      : {}),
    ...(isPerson && document.kind === 'pack' && row.standing !== 'ungranted'
      ? { suites: suitesOf(catalog, ref, reader) }
      : {}),
    ...(isPerson ? await lookedAt(entry, reader) : {}),
  }
}

function decisionOn(catalog: Catalog, ref: string, reader: Reader): Decision {
  const { verdict, reasons } = explainRef(catalog, ref, {}, reader)
  return { ref, verdict, reasons }
}

function unitsOf({ ref }: CatalogEntry, manifest: Manifest, filter: string): readonly UnitRow[] {
  const wanted = filter.toLowerCase()
  return manifest.units
    .filter(({ id, path, intent = '' }) => `${id} ${path} ${intent}`.toLowerCase().includes(wanted))
    .map((declared) => {
      const unit = effectiveUnit(manifest, declared)
      const { id, path, intent, validated } = declared
      const sensitivity = unit.exposure(undefined).sensitivity?.value
      return {
        ref: unitRef(ref, id),
        id,
        path,
        ...(intent === undefined ? {} : { intent }),
        ...(validated === undefined ? {} : { validated }),
        ...(sensitivity === undefined ? {} : { sensitivity }),
      }
    })
}

async function guideOf(catalog: Catalog, ref: string, reader: Reader): Promise<NonNullable<EntryDetail['guide']>> {
  const guide = await releaseGuide(catalog, ref, {}, reader)
  if (guide.outcome !== 'given')
    return { outcome: 'refused', omitted: guide.outcome === 'refused' ? guide.omitted.map(({ detail }) => detail) : [] }
  const { fenced, tokens, resources, warnings, receipt } = guide
  return { outcome: 'given', text: fenced, tokens, resources, warnings, receipt: receipt.id }
}

const suitesOf = (catalog: Catalog, ref: string, reader: Reader): NonNullable<EntryDetail['suites']> =>
  evaluateCatalog(catalog, { packs: [ref] }, reader).suites.map(({ suite, summary, results }) => ({
    suite,
    passed: summary.passed,
    failed: summary.failed,
    failing: results.filter(({ passed }) => !passed).map(({ id, expected, actual }) => ({ id, expected, actual })),
  }))

/** The findings of validation with their lines, and the size of a pack. */
async function lookedAt(
  { found }: CatalogEntry,
  { ports: { files, clock } }: Reader,
): Promise<Pick<EntryDetail, 'findings' | 'level' | 'missingForNext' | 'size'>> {
  const { folder, file, format } = found
  const { diagnostics, level, missingForNext } = validateDocument(
    files,
    { folder, file },
    { cwd: folder, now: clock.now() },
  )
  return {
    findings: diagnostics.map((diagnostic) => withSource(files, folder, diagnostic)),
    ...(level === undefined ? {} : { level }),
    ...(missingForNext === undefined ? {} : { missingForNext }),
    ...(format === 'pack' ? { size: await sizeOf(files, folder) } : {}),
  }
}

function withSource(files: Files, folder: string, diagnostic: Diagnostic): ShownFinding {
  const { code, severity, message, help, where } = diagnostic
  const { file, range } = where
  const line = range?.start.line
  const shown = { code, severity, message, file, ...(help === undefined ? {} : { help }) }
  if (line === undefined) return shown
  const read = files.read(folder, file, { limit: limits.contentBytes })
  const text = read.ok ? textOf(read.bytes).split('\n')[line - 1] : undefined
  return { ...shown, line, ...(text === undefined ? {} : { source: text.slice(0, 400) }) }
}

/** Maximum files that are counted; with more, the sizes are lower bounds. */
const mostFiles = 500

async function sizeOf(files: Files, folder: string): Promise<NonNullable<EntryDetail['size']>> {
  const tokenizer = await loadTokenizer()
  const paths = openFolder(files, folder).files
  let [bytes, tokens] = [0, 0]
  for (const path of paths.slice(0, mostFiles)) {
    const read = files.read(folder, path, { limit: limits.contentBytes })
    if (!read.ok) continue
    bytes += read.bytes.length
    if (!read.bytes.includes(0)) tokens += tokenizer.count(textOf(read.bytes))
  }
  return { files: paths.length, bytes, tokens }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes)
  return decoded.ok ? decoded.text : ''
}
