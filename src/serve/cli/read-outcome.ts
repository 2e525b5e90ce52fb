import type { OmissionReason, ReadResult } from '../../app/index.ts'
import { exitCodes } from './verb.ts'

/** Not the bytes that a person granted or that were listed; whoever looks at them can grant or list them again. */
const outdated: readonly OmissionReason[] = ['changed', 'outdated']
/** Kept back although the entry may be used; of concern to whoever named it. */
const keptBack: readonly OmissionReason[] = ['withheld', 'unreadable']

/** What a read that was asked for at the command line came to. Whatever gave something is fine; nothing relevant is fine too. */
export function readExitCode(
  { warnings, omittedCounts, excerpts, receipt }: ReadResult,
  named: readonly string[],
): number {
  if (warnings.some(({ name }) => name === 'budget-too-small')) return exitCodes.budget
  if (omittedCounts.unknown !== undefined) return exitCodes.trouble
  if (excerpts.length > 0) return exitCodes.ok
  const { allow, ask: asked, deny } = receipt.considered ?? { allow: 0, ask: 0, deny: 0 }
  const ask = asked + (omittedCounts.ungranted ?? 0)
  const isNamed = named.length > 0
  const isDenied = deny > 0 || omittedCounts.disabled !== undefined
  if (isNamed && allow === 0 && isDenied) return named.length === 1 ? exitCodes.denied : exitCodes.findings
  const waiting = isNamed ? [...outdated, ...keptBack] : outdated
  const waits = (ask > 0 && allow === 0) || waiting.some((reason) => omittedCounts[reason] !== undefined)
  return waits ? exitCodes.findings : exitCodes.ok
}
