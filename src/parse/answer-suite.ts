import type { RecordReading } from './record.ts'
import { isObject } from './read-fields.ts'

/** A case that expects certain sections to be found for a prompt (AK-236). */
export interface AnswerCase {
  readonly id: string
  readonly prompt: string
  /** Paths of the pack, each with an optional `#section`. */
  readonly requiredContext: readonly string[]
}

/** The cases of an answer suite that name what must be found; `undefined` when the record is something else. */
export function answerSuite({ report, raw }: RecordReading): readonly AnswerCase[] | undefined {
  if (report !== 'answer suite' || !Array.isArray(raw?.['cases'])) return undefined
  return raw['cases'].flatMap((item: unknown, index): readonly AnswerCase[] => {
    if (!isObject(item) || typeof item['prompt'] !== 'string' || !Array.isArray(item['required_context'])) return []
    const requiredContext = item['required_context'].filter((path): path is string => typeof path === 'string')
    return [{ id: typeof item['id'] === 'string' ? item['id'] : `case-${index + 1}`, prompt: item['prompt'], requiredContext }]
  })
}
