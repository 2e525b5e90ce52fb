import type { ReadOf } from '../../model/tables/fields.ts'
import { queryEvalFields, selectionEvalFields } from '../../model/tables/run-fields.ts'
import { readFields } from '../read-fields.ts'
import type { RecordReading } from './record.ts'
import { WrittenNumbers } from '../yaml/tree.ts'

export interface SelectionCase {
  readonly id: string
  readonly prompt: string
  readonly expected: 'select' | 'reject' | 'warn'
  readonly reason?: string
  readonly expectedWarnings?: readonly string[]
}

export interface SelectionSuite {
  /** Optional in the older form. */
  readonly packName: string | undefined
  readonly cases: readonly SelectionCase[]
}

/** The suite of a reading, in either form, without the cases that cannot be run. */
export function selectionSuite({ kind, raw }: RecordReading): SelectionSuite | undefined {
  if (kind !== 'selection-eval' || raw === undefined) return undefined
  const numbers = new WrittenNumbers()
  if (Object.hasOwn(raw, 'cases')) return fromCases(readFields(selectionEvalFields, raw, numbers))
  return fromQueries(readFields(queryEvalFields, raw, numbers))
}

function fromCases({ packName, cases = [] }: ReadOf<typeof selectionEvalFields>): SelectionSuite {
  return {
    packName,
    cases: cases.flatMap(({ id, prompt, expected, reason, expectedWarnings }) => {
      if (!id || !prompt || !expected) return []
      return [
        {
          id,
          prompt,
          expected,
          ...(reason === undefined ? {} : { reason }),
          ...(expectedWarnings ? { expectedWarnings } : {}),
        },
      ]
    }),
  }
}

/** Queries have no ids; their position in the list is used. */
function fromQueries({ packName, queries = [] }: ReadOf<typeof queryEvalFields>): SelectionSuite {
  return {
    packName,
    cases: queries.flatMap(({ query, shouldSelect }, index) =>
      query && shouldSelect !== undefined
        ? [
            {
              id: `query-${index + 1}`,
              prompt: query,
              expected: shouldSelect ? ('select' as const) : ('reject' as const),
            },
          ]
        : [],
    ),
  }
}
