import type { ReadResult } from '../../index.ts'
import { exitCodes } from './verb.ts'

/** Not the bytes that a person granted; whoever looks at them can grant them again. */
const outdated = ['changed', 'approval-stale']
/** Kept back although the entry may be used; of concern to whoever named it. */
const keptBack = ['withheld', 'unreadable']

/** What a read that was asked for at the command line came to. Whatever gave something is fine; nothing relevant is fine too. */
export function readExitCode({ warnings, leftCounts, excerpts, receipt }: ReadResult, named: readonly string[]): number {
  if (warnings.some(({ name }) => name === 'budget-too-small')) return exitCodes.budget
  const isLeft = (reasons: readonly string[]): boolean => reasons.some((reason) => leftCounts[reason] !== undefined)
  if (isLeft(['unknown'])) return exitCodes.trouble
  if (excerpts.length > 0) return exitCodes.ok
  const { allow, ask: asked, deny } = receipt.considered ?? { allow: 0, ask: 0, deny: 0 }
  const ask = asked + (leftCounts['approval-required'] ?? 0)
  const isNamed = named.length > 0
  if (isNamed && allow === 0 && (deny > 0 || isLeft(['disabled']))) return named.length === 1 ? exitCodes.denied : exitCodes.findings
  return (ask > 0 && allow === 0) || isLeft(isNamed ? [...outdated, ...keptBack] : outdated) ? exitCodes.findings : exitCodes.ok
}
