import type { OmissionReason, ReadResult } from '../../app/index.ts'
import { exitCodes } from './verb.ts'

/** Changed since the grant or the listing; granting or listing again resolves it. */
const outdated: readonly OmissionReason[] = ['changed', 'outdated']
/** Not released although the entry may be used; reported only for named entries. */
const unreleased: readonly OmissionReason[] = ['withheld', 'unreadable']

/** Returning an excerpt or finding nothing is a success, unless something withheld matches better. */
export function readExitCode(
  { outcome, warnings, omitted, omittedCounts, excerpts, receipt }: ReadResult,
  named: readonly string[],
): number {
  if (warnings.some(({ name }) => name === 'budget-too-small')) return exitCodes.budget
  if (omittedCounts.unknown !== undefined) return exitCodes.trouble
  const isWithheld = outcome === 'withheld'
  if (excerpts.length > 0 && !isWithheld) return exitCodes.ok
  const { allow, ask: asked, deny } = receipt.considered ?? { allow: 0, ask: 0, deny: 0 }
  const ask = asked + (omittedCounts.ungranted ?? 0)
  const isNamed = named.length > 0
  const isDenied = deny > 0 || omittedCounts.disabled !== undefined
  if (isNamed && allow === 0 && isDenied) return named.length === 1 ? exitCodes.denied : exitCodes.findings
  const waiting = isNamed ? [...outdated, ...unreleased] : outdated
  const waits = (ask > 0 && allow === 0) || waiting.some((reason) => omittedCounts[reason] !== undefined)
  // What a signature refuses is never a quiet success (KCP §16.1).
  const isUnsigned = omitted.some(({ code }) => code?.startsWith('signature-'))
  return isWithheld || waits || isUnsigned ? exitCodes.findings : exitCodes.ok
}
