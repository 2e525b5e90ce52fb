import type { EvaluatedContext } from '../../model/evaluation.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Knowledge } from '../open/open.ts'

/** The difference between two revisions of a pack on one answer suite; now minus then. */
export interface ContextComparison {
  readonly pack_name: string
  readonly suite: string
  readonly precision: number
  readonly recall: number
  readonly tokens: number
  readonly wrong_when_absent: number
}

/** Runs the present suites on both revisions, so that both have the same cases (AK-238). */
export async function compareContexts(
  files: Files,
  { before, after }: { readonly before: Knowledge; readonly after: Knowledge },
  contexts: readonly EvaluatedContext[],
): Promise<readonly ContextComparison[]> {
  const compared: ContextComparison[] = []
  for (const { ref, pack_name, suite } of contexts) {
    const folder = after.catalog.entries.find((entry) => entry.ref === ref)?.found.folder
    const read = folder === undefined ? undefined : files.read(folder, suite, { limit: limits.documentBytes })
    if (!read?.ok) continue
    const options = { packs: [pack_name], suite: { file: suite, bytes: read.bytes } }
    const [then, now] = [await before.evaluateContexts(options), await after.evaluateContexts(options)]
    if (!then[0] || !now[0]) continue
    compared.push({
      pack_name,
      suite,
      precision: difference(now[0].precision, then[0].precision),
      recall: difference(now[0].recall, then[0].recall),
      tokens: now[0].tokens - then[0].tokens,
      wrong_when_absent: difference(now[0].wrong_when_absent, then[0].wrong_when_absent),
    })
  }
  return compared
}

const difference = (now: number, then: number): number => Math.round((now - then) * 10_000) / 10_000
