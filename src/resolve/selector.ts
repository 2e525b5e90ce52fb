import type { Chooser } from './choose.ts'
import type { Indexes } from './indexes.ts'
import type { OpenCorpus, SelectOptions } from './select.ts'
import type { Selection, Source } from './source.ts'

interface Asked {
  readonly sources: readonly Source[]
  readonly corpus: OpenCorpus
  readonly answers: Map<string, Selection>
}

/** Selections of one read. It asks for the same more than once; each is worked out once, and nothing outlives the read. */
export function selectorFor(task: string, indexes: Indexes, limits: Omit<SelectOptions, 'budget'>): Chooser['select'] {
  const asked: Asked[] = []
  const opened = (sources: readonly Source[]): Asked => {
    const known = asked.find((one) => one.sources.length === sources.length && one.sources.every((source, index) => source === sources[index]))
    if (known) return known
    const one = { sources: [...sources], corpus: indexes.corpusOf(sources), answers: new Map<string, Selection>() }
    asked.push(one)
    return one
  }
  return (sources, budget, part = task) => {
    const { corpus, answers } = opened(sources)
    const key = `${budget} ${part}`
    const answer = answers.get(key) ?? corpus.select(part, { ...limits, budget })
    answers.set(key, answer)
    return answer
  }
}
