import { resolve } from 'node:path'
import type { Catalog } from '../../model/catalog.ts'
import type { Clock, CreateFile, Writer } from '../../model/ports.ts'
import type { ReadResult } from '../../model/reading/read.ts'
import { contextRun, runIdOf, type ActivatedPack } from '../../record/context-run.ts'
import { usageLines } from '../../record/usage-line.ts'
import type { WrittenRun } from '../evaluate/write-evaluation.ts'

/** Maximum runs within one second; they are distinguished by a number. */
const attempts = 100

/**
 * Writes a read as a new file in `runs/` of each used pack (AK-216). Nothing is written if no pack was used or the task
 * may not be logged.
 */
export function writeRun(
  ports: { readonly writer: Writer; readonly clock: Clock },
  catalog: Catalog,
  result: ReadResult,
): readonly WrittenRun[] {
  if (result.receipt.taskHash !== undefined) return []
  const now = ports.clock.now()
  const packs = activatedPacks(catalog, result)
  return packs.map(({ ref }) => {
    const folder = resolve(catalog.entries.find((entry) => entry.ref === ref)?.found.folder ?? '')
    for (let attempt = 0; ; attempt++) {
      const path = `runs/${runIdOf(now, attempt)}.json`
      const record = contextRun(runIdOf(now, attempt), result, packs)
      const written: CreateFile = ports.writer.create(
        folder,
        path,
        new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`),
      )
      if (written.ok || written.trouble !== 'exists' || attempt === attempts) return { ref, path, result: written }
    }
  })
}

/** Appends one line for each used pack to the client's own log (AK-206, AK-209). */
export function logUsage(log: { append(lines: readonly string[]): void }, catalog: Catalog, result: ReadResult): void {
  log.append(usageLines(result, activatedPacks(catalog, result)).map((line) => JSON.stringify(line)))
}

/** In the order of their envelopes. */
function activatedPacks(catalog: Catalog, { receipt }: ReadResult): readonly ActivatedPack[] {
  return (receipt.sources ?? []).flatMap(({ ref }) => {
    const document = catalog.entries.find((entry) => entry.ref === ref)?.document
    return document?.kind === 'pack' ? [{ ref, pack: document }] : []
  })
}
