import { effectiveTrust, nameOf } from '../../catalog/disclosure.ts'
import { given } from '../../catalog/pack-summary.ts'
import { isStale } from '../../govern/gates/freshness.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { EntryRow, Freshness } from '../../model/reading/inspection.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { recentUse } from '../../record/recent-use.ts'
import { pathProblem } from '../../text/paths/paths.ts'
import { openFolder } from '../../validate/folder.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { entriesNow } from '../decide/standing.ts'

/** Every entry of this view of the catalog, with the facts that people compare. */
export async function entryRows(catalog: Catalog, reader: Reader): Promise<readonly EntryRow[]> {
  const now = reader.ports.clock.now()
  const used = await recentUse(reader.ports.receipts)
  const shadowed = new Map<string, string[]>()
  for (const { ref, found } of catalog.shadowed) shadowed.set(ref, [...(shadowed.get(ref) ?? []), found.path])
  return entriesNow(catalog.entries, deciderFor(reader, { now })).map((entry) => {
    const lastUsed = used.get(entry.ref)
    const row = rowOf(entry, { shadows: shadowed.get(entry.ref) ?? [], now })
    return { ...row, ...given({ lastUsed, bytes: bytesOf(entry, reader.ports.files) }) }
  })
}

function rowOf(
  entry: CatalogEntry,
  { shadows, now }: { readonly shadows: readonly string[]; readonly now: Date },
): EntryRow {
  const { ref, document, found, standing, enabled, diagnostics } = entry
  const base = {
    ref,
    name: nameOf(entry),
    standing,
    enabled,
    scope: found.scope,
    path: found.path,
    findings: {
      errors: diagnostics.filter(({ severity }) => severity === 'error').length,
      warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
    },
    shadows,
  }
  if (document.kind === 'manifest')
    return {
      ...base,
      kind: 'manifest',
      description: document.project,
      units: document.units.length,
      ...given({ version: document.version, updated: document.updated }),
      freshness: freshnessOf(document, now),
    }
  const { description, status, profile, head } = document
  return {
    ...base,
    kind: 'pack',
    description,
    status,
    profile,
    trust: { ...given({ declared: head.trust }), effective: effectiveTrust(entry) },
    ...given({ version: head.version, updated: head.updated }),
  }
}

/** Nothing is opened, and ungranted entries are not looked at. Folders that units name are not counted. */
function bytesOf({ document, found: { folder }, standing }: CatalogEntry, files: Files): number | undefined {
  if (standing === 'ungranted' || !files.sizeOf) return undefined
  const paths =
    document.kind === 'pack'
      ? openFolder(files, folder).files
      : new Set(document.units.map(({ path }) => path).filter((path) => pathProblem(path) === undefined))
  let sum = 0
  for (const path of paths) sum += files.sizeOf(`${folder}/${path}`) ?? 0
  return sum
}

const day = 86_400_000

/** How many units are older than their policy allows, and when the next one will be (KCP §3.7). */
function freshnessOf(manifest: Manifest, now: Date): Freshness {
  let [stale, next] = [0, '']
  for (const declared of manifest.units) {
    const { validated } = declared
    if (validated === undefined) continue
    const unit = effectiveUnit(manifest, declared)
    const days = unit.freshnessPolicy?.value.maxAgeDays
    if (days === undefined) continue
    if (isStale(unit, now)) {
      stale++
      continue
    }
    const ends = new Date(Date.parse(validated) + (days + 1) * day)
    const text = Number.isNaN(ends.getTime()) ? '' : ends.toISOString().slice(0, 10)
    if (text !== '' && (next === '' || text < next)) next = text
  }
  return { stale, ...(next === '' ? {} : { next }) }
}
