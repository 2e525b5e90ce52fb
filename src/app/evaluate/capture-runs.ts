import { touchedBoundaries } from '../../activate/score-suite.ts'
import { memoryReceipts } from '../../io/memory/memory-receipts.ts'
import { memoryUsage } from '../../io/memory/memory-usage.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { CapturedRun, EvaluateOptions, Evaluation } from '../../model/records/evaluation.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { profilePacks } from '../decide/pack-profiles.ts'
import { readKnowledge } from '../read/read.ts'
import { suitesToRun } from './evaluate.ts'

/**
 * Adds to each result what a read of that pack for the prompt would return (AK-239). Nothing is released or recorded.
 */
export async function captureRuns(
  catalog: Catalog,
  evaluation: Evaluation,
  options: EvaluateOptions,
  reader: Reader,
): Promise<Evaluation> {
  const apart: Reader = {
    ...reader,
    ports: {
      ...reader.ports,
      receipts: { ...memoryReceipts(), durable: reader.ports.receipts.durable },
      usage: memoryUsage(),
    },
  }
  const boundaries = boundariesIn(catalog, apart)
  const { read } = suitesToRun(catalog, options, reader.ports.files)
  const suites: Evaluation['suites'][number][] = []
  for (const suite of evaluation.suites) {
    const found = read.find(({ entry }) => entry.ref === suite.ref)
    const cases = found?.suites.find(({ file }) => file === suite.suite)?.cases ?? []
    const results: (typeof suite.results)[number][] = []
    for (const [i, result] of suite.results.entries()) {
      const prompt = cases[i]?.prompt
      results.push(
        !found || prompt === undefined
          ? result
          : {
              ...result,
              eval_id: result.id,
              ...(await capture(catalog, found.entry, prompt, apart)),
              boundary_warnings: touchedBoundaries(prompt, boundaries(suite.ref)).length,
            },
      )
    }
    suites.push({ ...suite, results })
  }
  return { ...evaluation, suites }
}

async function capture(
  catalog: Catalog,
  { ref, document }: CatalogEntry,
  prompt: string,
  reader: Reader,
): Promise<Omit<CapturedRun, 'eval_id' | 'boundary_warnings'>> {
  const start = reader.ports.clock.now().getTime()
  const { excerpts, tokens, citationGaps } = await readKnowledge(catalog, { task: prompt, packs: [ref] }, reader)
  return {
    configuration: 'with-pack',
    pack_version: document.kind === 'pack' ? (document.head.version ?? null) : null,
    selected_files: [...new Set(excerpts.map(({ path }) => path))].sort(),
    citation_gaps: citationGaps.length,
    total_tokens: tokens,
    duration_ms: reader.ports.clock.now().getTime() - start,
  }
}

function boundariesIn(catalog: Catalog, reader: Reader): (ref: string) => readonly string[] {
  const activation = askPackGates(catalog, reader, { now: reader.ports.clock.now() })
  const profiled = profilePacks(reader.ports.files, catalog, activation)
  return (ref) => profiled.find(({ profile }) => profile.ref === ref)?.boundaries ?? []
}
