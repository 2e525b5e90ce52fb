import type { Catalog } from '../../model/catalog.ts'
import type { EvaluatedContext, Evaluation, QualityRow } from '../../model/records/evaluation.ts'

export interface Quality {
  readonly packs: readonly QualityRow[]
  readonly types: readonly QualityRow[]
}

/** Averages over the cases of all suites of a pack, and over the packs of a type. */
export function qualityOf(
  catalog: Catalog,
  { suites }: Pick<Evaluation, 'suites'>,
  contexts: readonly EvaluatedContext[],
): Quality {
  const typeOf = (ref: string): string => {
    const document = catalog.entries.find((entry) => entry.ref === ref)?.document
    return document?.kind === 'pack' ? document.type : ''
  }
  const refs = [...new Set([...suites, ...contexts].map(({ ref }) => ref))]
  const packs = refs.map((ref) => {
    const own = { suites: suites.filter((one) => one.ref === ref), contexts: contexts.filter((one) => one.ref === ref) }
    const name = own.suites[0]?.pack_name ?? own.contexts[0]?.pack_name ?? ref
    return rowOf(name, typeOf(ref), own)
  })
  const types = [...new Set(refs.map(typeOf))]
    .sort()
    .map((type) =>
      rowOf(type, type, {
        suites: suites.filter(({ ref }) => typeOf(ref) === type),
        contexts: contexts.filter(({ ref }) => typeOf(ref) === type),
      }),
    )
  return { packs, types }
}

interface Measured {
  readonly suites: Evaluation['suites']
  readonly contexts: readonly EvaluatedContext[]
}

function rowOf(name: string, type: string, { suites, contexts }: Measured): QualityRow {
  const weighed = <Item>(items: readonly Item[], weight: (item: Item) => number, value: (item: Item) => number) => {
    const whole = items.reduce((sum, item) => sum + weight(item), 0)
    return whole === 0 ? undefined : rounded(items.reduce((sum, item) => sum + value(item) * weight(item), 0) / whole)
  }
  const bySuite = (value: (suite: Evaluation['suites'][number]) => number) =>
    weighed(suites, ({ results }) => results.length, value)
  const required = ({ cases }: EvaluatedContext): number => cases.filter((one) => one.required > 0).length
  const absent = ({ cases }: EvaluatedContext): number => cases.filter((one) => one.absent).length
  const row = {
    selectionPrecision: bySuite(({ precision }) => precision),
    selectionRecall: bySuite(({ recall }) => recall),
    precision: weighed(contexts, required, ({ precision }) => precision),
    recall: weighed(contexts, required, ({ recall }) => recall),
    tokens: weighed(
      contexts,
      ({ cases }) => cases.length,
      ({ tokens }) => tokens,
    ),
    wrongWhenAbsent: weighed(contexts, absent, ({ wrong_when_absent: wrong }) => wrong),
  }
  const cases = [...suites.map(({ results }) => results), ...contexts.map((one) => one.cases)].flat().length
  const measured = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  return { name, type, cases, ...measured }
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
