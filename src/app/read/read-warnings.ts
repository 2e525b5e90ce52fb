import { findRef } from '../../catalog/refs.ts'
import type { Allowed } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import type { ReceiptWarning } from '../../model/records/receipt.ts'
import { diagnose } from '../../parse/diagnose.ts'
import type { Selected } from '../../select/pipeline.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { inspectStretches } from '../validate/inspect-text.ts'

/** Missing fields that are replaced by another value, so no reader misses anything: project and intent. */
const replaced: ReadonlySet<string> = new Set(['KCP201', 'KCP205'])

/** A warning, and the entry it is about. */
export interface Warned {
  readonly ref?: string
  /** Relative to the entry. */
  readonly path?: string
  readonly diagnostic: Diagnostic
  /** Meant for the author of the entry, not about the release. */
  readonly isAdvice?: boolean
}

/** Warnings about the used entries, their excerpts and the budget. */
export function readWarnings(
  catalog: Catalog,
  { notices, noRoom, picks, evidence }: Selected,
  used: readonly Allowed[],
  budget: number,
): readonly Warned[] {
  const entryOf = (ref: string) => catalog.entries.find((entry) => entry.ref === ref)
  const fileOf = (ref: string, path: string): string => {
    const entry = used.find((candidate) => candidate.ref === ref)
    const folder = folderOf(entryOf(entry?.kind === 'unit' ? entry.manifestRef : ref)?.found.path ?? '')
    return folder === '' ? path : `${folder}/${path}`
  }
  const about = (ref: string, path: string, finding: Finding): readonly Warned[] =>
    diagnose([finding], { file: fileOf(ref, path), text: '' }).map((diagnostic) => ({ ref, path, diagnostic }))
  const seen = new Set<Diagnostic>()
  const listed = used.flatMap(({ ref, entryFile, ...entry }) => {
    const own = entryOf('manifestRef' in entry ? entry.manifestRef : ref)?.diagnostics ?? []
    return own
      .filter((diagnostic) => !replaced.has(diagnostic.code) && !seen.has(diagnostic) && seen.add(diagnostic))
      .map((diagnostic): Warned => ({ ref, path: entryFile, diagnostic, isAdvice: diagnostic.severity === 'info' }))
  })
  const statuses = used.flatMap((entry) =>
    entry.kind === 'pack' && entry.pack.status !== 'ready'
      ? about(entry.ref, entry.entryFile, {
          code: 'AK812',
          message: `${entry.ref} has the status "${entry.pack.status}".`,
          // Both sides of a dispute may be wrong (AK-125).
          ...(entry.pack.status === 'disputed' ? { severity: 'error' as const } : {}),
        })
      : [],
  )
  const external = used.flatMap((entry) =>
    entry.kind === 'unit'
      ? (entry.external?.warnings ?? []).flatMap((message) =>
          about(entry.ref, entry.entryFile, { code: 'KCP709', message }),
        )
      : [],
  )
  const noticed = notices.flatMap(({ code, message, ref, path, severity }) =>
    about(ref, path, {
      code,
      message: `${message}${code === 'AK810' ? namedBy(catalog, ref) : ''}`,
      ...(severity ? { severity } : {}),
    }),
  )
  const suspicious = [...picks, ...evidence].flatMap(({ source: { ref, path, text }, stretches, repeated }) =>
    (repeated === undefined ? inspectStretches(text, stretches, fileOf(ref, path)) : []).map((diagnostic): Warned => ({
      ref,
      path,
      diagnostic,
    })),
  )
  const tooSmall = noRoom
    ? diagnose(
        [{ code: 'AK802', message: `A budget of ${budget} tokens cannot hold the envelope and one sentence.` }],
        { file: '', text: '' },
      ).map((diagnostic): Warned => ({ diagnostic }))
    : []
  return [...listed, ...statuses, ...external, ...noticed, ...suspicious, ...tooSmall]
}

/** The path of a unit is relative to its manifest, which may not be in the folder that the reader expects. */
function namedBy(catalog: Catalog, ref: string): string {
  const named = findRef(catalog, ref)
  return named?.unit ? ` "${named.entry.found.path}" names it, relative to its own folder.` : ''
}

/** The warnings for the receipt. */
export const recordedWarnings = (warned: readonly Warned[]): readonly ReceiptWarning[] =>
  warned
    .filter(({ isAdvice }) => !isAdvice)
    .map(({ ref, path, diagnostic: { code, severity, message } }) => ({
      ...(ref === undefined ? {} : { ref }),
      code,
      severity,
      ...(path === undefined ? {} : { path }),
      message,
    }))
