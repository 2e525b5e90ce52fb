import type { FailureCode, NotFetched, RefusalCode } from '../../model/distribution/fetch.ts'

/** Waits no longer than the fetch may take. */
export type Within = <T>(work: Promise<T>) => Promise<T>

export const refusal = (code: RefusalCode, message: string): NotFetched => ({ outcome: 'refused', code, message })

export const failure = (code: FailureCode, message: string): NotFetched => ({ outcome: 'failed', code, message })

/** An error code of the system, never text of the server. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown'
}
