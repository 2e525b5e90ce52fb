import type { Catalog } from '../../model/catalog.ts'
import type { ReadResult } from '../../model/reading/read.ts'
import { contextRun, runIdOf } from '../../record/context-run.ts'

/** A read as an Agent Knowledge run record, with the keys that scripts of the reference tool read (AK-341). */
export function contextRecord(catalog: Catalog, result: ReadResult): Readonly<Record<string, unknown>> {
  const { receipt, excerpts, citationGaps, warnings } = result
  const packs = (receipt.sources ?? []).flatMap(({ ref }) => {
    const document = catalog.entries.find((entry) => entry.ref === ref)?.document
    return document?.kind === 'pack' ? [{ ref, pack: document }] : []
  })
  // The guide is not one of the selected files (AK-150).
  const selected = excerpts.map(({ path }) => path).filter((path) => path !== 'KNOWLEDGE.md')
  return {
    ...contextRun(runIdOf(new Date(receipt.time), 0), result, packs),
    selected_files: [...new Set(selected)],
    source_anchors: [...new Set(excerpts.flatMap(({ citations }) => citations))],
    citation_gaps: citationGaps.map(({ path, section }) => (section === '' ? path : `${path}#${section}`)),
    warnings: warnings.map(({ severity, message, where }) => ({ severity, message, path: where.file })),
    compile_warnings: warnings.filter(({ code }) => code === 'AK807').map(({ message }) => message),
    missing: result.missing,
    recommendation: result.recommendation ?? null,
  }
}
