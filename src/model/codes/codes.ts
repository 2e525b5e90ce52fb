import { manifestCodes } from './manifest-codes.ts'
import { packCodes } from './pack-codes.ts'
import { runCodes } from './run-codes.ts'

/**
 * Every diagnostic code. A code never changes its meaning and is never reused. Same hundred, same meaning: 1xx file and
 * YAML, 2xx required fields, 3xx values, 4xx references, 5xx paths, 6xx trust and governance, 7xx federation, 8xx
 * selection.
 */
export const codeRows = { ...packCodes, ...manifestCodes, ...runCodes }

export type Code = keyof typeof codeRows
