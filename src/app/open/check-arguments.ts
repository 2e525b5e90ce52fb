import type { ReadRequest } from '../../model/read.ts'
import type { OpenOptions } from './open.ts'

/** Callers without types get a clear error. */
export function checkOpening({ roots }: OpenOptions): void {
  if (!Array.isArray(roots))
    throw new TypeError('openKnowledge needs "roots", a list of folders, such as { roots: ["."] }.')
}

export function checkReading({ task, budget, packs, also }: ReadRequest): void {
  if (typeof task !== 'string' || task.trim() === '')
    throw new TypeError('read needs "task", a text that is not empty.')
  if (budget !== undefined && !(Number.isSafeInteger(budget) && budget > 0))
    throw new TypeError(`"budget" is a number of tokens above 0, not ${String(budget)}.`)
  if (also !== undefined && !(Array.isArray(also) && also.every((word) => typeof word === 'string')))
    throw new TypeError('"also" is a list of words or phrases.')
  if (packs !== undefined && !Array.isArray(packs)) throw new TypeError('"packs" is a list of names or refs.')
}
