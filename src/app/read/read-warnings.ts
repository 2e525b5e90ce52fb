import { findRef } from '../../catalog/refs.ts'
import type { Allowed } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Diagnostic } from '../../model/diagnostic.ts'
import { diagnose } from '../../parse/diagnose.ts'
import type { Selected } from '../../select/pipeline.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { inspectStretches } from '../validate/inspect-text.ts'

/** A missing project or intent, for which something else stands in: no reader misses anything. */
const replaced: ReadonlySet<string> = new Set(['KCP201', 'KCP205'])

/** Warnings about the used entries, their excerpts and the budget. */
export function readWarnings(
  catalog: Catalog,
  { notices, noRoom, picks, evidence }: Selected,
  used: readonly Allowed[],
  budget: number,
): readonly Diagnostic[] {
  const entryOf = (ref: string) => catalog.entries.find((entry) => entry.ref === ref)
  const listed = used.flatMap((entry) =>
    entry.kind === 'pack'
      ? (entryOf(entry.ref)?.diagnostics ?? [])
      : (entryOf(entry.manifestRef)?.diagnostics ?? []).filter(({ code }) => !replaced.has(code)),
  )
  const fileOf = (ref: string, path: string): string => {
    const entry = used.find((candidate) => candidate.ref === ref)
    const folder = folderOf(entryOf(entry?.kind === 'unit' ? entry.manifestRef : ref)?.found.path ?? '')
    return folder === '' ? path : `${folder}/${path}`
  }
  const unready = used.flatMap((entry) =>
    entry.kind === 'pack' && entry.pack.status !== 'ready' ? [{ entry, status: entry.pack.status }] : [],
  )
  const statuses = unready.flatMap(({ entry: { ref, entryFile }, status }) =>
    diagnose([{ code: 'AK812', message: `${ref} has the status "${status}".` }], {
      file: fileOf(ref, entryFile),
      text: '',
    }),
  )
  const external = used.flatMap((entry) =>
    entry.kind === 'unit'
      ? (entry.external?.warnings ?? []).flatMap((message) =>
          diagnose([{ code: 'KCP709', message }], { file: entryOf(entry.manifestRef)?.found.path ?? '', text: '' }),
        )
      : [],
  )
  const noticed = notices.flatMap(({ code, message, ref, path, severity }) =>
    diagnose(
      [
        {
          code,
          message: `${message}${code === 'AK810' ? namedBy(catalog, ref) : ''}`,
          ...(severity ? { severity } : {}),
        },
      ],
      { file: fileOf(ref, path), text: '' },
    ),
  )
  const suspicious = [...picks, ...evidence].flatMap(({ source, stretches, repeated }) =>
    repeated === undefined ? inspectStretches(source.text, stretches, fileOf(source.ref, source.path)) : [],
  )
  const tooSmall = noRoom
    ? diagnose([{ code: 'AK802', message: `A budget of ${budget} tokens cannot hold the wrapper and one sentence.` }], {
        file: '',
        text: '',
      })
    : []
  return [...new Set(listed), ...statuses, ...external, ...noticed, ...suspicious, ...tooSmall]
}

/** A path of a unit is relative to its manifest, which may be in another folder than the reader expects. */
function namedBy(catalog: Catalog, ref: string): string {
  const named = findRef(catalog, ref)
  return named?.unit ? ` "${named.entry.found.path}" names it, relative to its own folder.` : ''
}
