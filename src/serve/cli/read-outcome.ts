import type { ReadResult } from '../../index.ts'
import { exitCodes } from './verb.ts'

/** What a read that was asked for at the command line came to. */
export function readExitCode({ warnings, left, excerpts, receipt }: ReadResult, named: readonly string[]): number {
  if (warnings.some(({ name }) => name === 'budget-too-small')) return exitCodes.budget
  if (left.some(({ reason }) => reason === 'unknown')) return exitCodes.trouble
  if (excerpts.length > 0) return exitCodes.ok
  if (left.some(({ reason }) => reason === 'approval-stale' || reason === 'disabled')) return exitCodes.findings
  const { allow, ask, deny } = receipt.considered ?? { allow: 0, ask: 0, deny: 0 }
  if (named.length === 1 && deny > 0 && allow === 0) return exitCodes.denied
  return ask > 0 && allow === 0 ? exitCodes.findings : exitCodes.ok
}
