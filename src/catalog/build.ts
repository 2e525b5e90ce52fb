import type { Catalog, CatalogEntry, EntryFile, ScannedRoot, Scope, Standing } from '../model/catalog.ts'
import { codeEntries } from '../model/codes.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Pack } from '../model/pack.ts'

/** A found entry file with what came of reading its head. */
export interface ReadEntry {
  readonly found: EntryFile
  readonly document: Pack | Manifest | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly standing: Standing
}

/** Nearest scope first (AK precedence). */
const scopeOrder: readonly Scope[] = ['explicit', 'workspace', 'user', 'organization', 'builtin']

/** One list out of all roots. The nearer scope wins a name, then the path; what loses is kept as shadowed. */
export function buildCatalog(read: readonly ReadEntry[], roots: readonly ScannedRoot[], disabled: ReadonlySet<string>): Catalog {
  const entries: CatalogEntry[] = []
  const shadowed: CatalogEntry[] = []
  const quarantined: { found: EntryFile; diagnostics: readonly Diagnostic[] }[] = []
  const taken = new Set<string>()
  for (const { found, document, diagnostics, standing } of [...read].sort(byPrecedence)) {
    if (!document || diagnostics.some(quarantines)) {
      quarantined.push({ found, diagnostics })
      continue
    }
    const ref = refOf(document)
    const entry = { ref, found, document, diagnostics, standing, enabled: !disabled.has(ref) }
    if (taken.has(entry.ref)) shadowed.push(entry)
    else entries.push(entry)
    taken.add(entry.ref)
  }
  return { entries, shadowed, quarantined, roots, diagnostics: [] }
}

export function refOf(document: Pack | Manifest): string {
  return document.kind === 'pack' ? `pack:${document.name}` : `manifest:${slug(document.project)}`
}

/** Errors with a safe fallback keep a pack usable (AK-045, AK-047, AK-048). */
const quarantines = ({ code, severity }: Diagnostic): boolean => severity === 'error' && !codeEntries[code].fallback

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')

function byPrecedence(a: ReadEntry, b: ReadEntry): number {
  const scopes = scopeOrder.indexOf(a.found.scope) - scopeOrder.indexOf(b.found.scope)
  return scopes || (a.found.path < b.found.path ? -1 : a.found.path > b.found.path ? 1 : 0)
}
