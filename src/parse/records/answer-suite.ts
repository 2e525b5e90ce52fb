import type { RecordReading } from './record.ts'
import { isObject } from '../read-fields.ts'

/** A case that expects certain sections to be found for a prompt (AK-236). */
export interface AnswerCase {
  readonly id: string
  readonly prompt: string
  /** Paths of the pack, each with an optional `#section`. */
  readonly requiredContext: readonly string[]
  /** Most tokens of the reply in which they must be found. */
  readonly budget?: number
  /** The pack does not answer this: a read must not claim that it does. */
  readonly absent?: true
  /** Statements that an answer from the pack must support (AK-240). */
  readonly assertions: readonly string[]
}

/** Cases of an answer suite with required sections or statements; `undefined` when the record is something else. */
export function answerSuite({ report, raw }: RecordReading): readonly AnswerCase[] | undefined {
  if (report !== 'answer suite' || !Array.isArray(raw?.['cases'])) return undefined
  return raw['cases'].flatMap((item: unknown, index): readonly AnswerCase[] => {
    if (
      !isObject(item) ||
      typeof item['prompt'] !== 'string' ||
      !(Array.isArray(item['required_context']) || Array.isArray(item['assertions']) || item['absent'] === true)
    )
      return []
    return [
      {
        id: typeof item['id'] === 'string' ? item['id'] : `case-${index + 1}`,
        prompt: item['prompt'],
        requiredContext: textsIn(item['required_context']),
        assertions: textsIn(item['assertions']),
        ...(isBudget(item['budget']) ? { budget: item['budget'] } : {}),
        ...(item['absent'] === true ? { absent: true as const } : {}),
      },
    ]
  })
}

const isBudget = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0

const textsIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []
