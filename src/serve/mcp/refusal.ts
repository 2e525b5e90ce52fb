import type { Decision, Omission, OmissionReason, ReadResult, RefusedGuide, UnknownGuide } from '../../app/index.ts'
import type { Door } from './door.ts'
import { isPlain, type Reply } from './reply.ts'

export interface Refused {
  readonly ref: string
  readonly code: string
}

/** One line: what was not given, and what the person can do about it. */
export async function refusalLine(refused: readonly Refused[], door: Door): Promise<string> {
  const [first, ...others] = refused
  if (!first) return ''
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `Not given: ${shown(first.ref)} (${first.code})${more}. ${await wayOut(first.ref, door)}`
}

/** A model cannot open anything; a person at this machine can. */
async function wayOut(ref: string, { knowledge, commands }: Door): Promise<string> {
  if (!commands) return 'Only the operator of this server can change that.'
  const { commands: opening = [] } = await knowledge.explain(ref, { commands: { ...commands, rootsOnly: true } })
  const line = opening.join(' && ')
  if (line !== '' && isCommand(line)) return `A person can run: ${line}`
  return isPlain(ref) ? `"lorefence explain ${ref}" tells a person why.` : '"lorefence doctor" tells a person why.'
}

/** Folders are named by others, so a line with anything but plain words is not repeated. */
const isCommand = (line: string): boolean => /^(?:[\w@%+:,./=-]{1,160}(?: && | |$))+$/.test(line) && line.length <= 400

/** What nobody granted is a number to a model. */
export function ungrantedLine(count: number, { commands }: Door): string {
  return `Not given: ${count === 1 ? 'one entry that needs' : `${count} entries that need`} approval. ${commands ? 'A person can run: lorefence trust .' : 'Only the operator of this server can change that.'}`
}

export const shown = (ref: string): string => (isPlain(ref) ? ref : 'what was named')

export function refusedOf({ ref, verdict, reasons }: Decision): Refused {
  return { ref, code: reasons.find((reason) => reason.verdict === verdict)?.code ?? verdict }
}

/** A pack or unit that was asked for by name and is not given. */
export async function refusedReply(outcome: RefusedGuide | UnknownGuide, door: Door): Promise<Reply> {
  if (outcome.outcome === 'unknown')
    return {
      line: outcome.instead === undefined ? unknownLine : insteadLine(outcome.ref, outcome.instead),
      counts: { unknown: 1 },
    }
  const { ref, decision, omitted } = outcome
  const counts = countReasons(omitted)
  if (counts.budget !== undefined)
    return {
      line: `Not given: ${shown(ref)} is too long for one reply. Narrow it: call read with a task and this name.`,
      counts,
    }
  const refused =
    decision && decision.verdict !== 'allow'
      ? refusedOf(decision)
      : { ref, code: omitted[0]?.code ?? omitted[0]?.reason ?? 'refused' }
  return { line: await refusalLine([refused], door), counts, refused: [ref], outdated: isOutdated(omitted) }
}

/** It is here, but of another kind than was meant. */
export function insteadLine(ref: string, kind: NonNullable<UnknownGuide['instead']>): string {
  const ways = {
    pack: 'Call activate for its guide, or read with a task.',
    manifest: 'Call catalog with this ref for its units, or read with a task.',
    unit: 'It is itself a source: call read with a task and this name.',
  }
  return `${isPlain(ref) ? ref : 'What was named'} is a ${kind}. ${ways[kind]}`
}

export const unknownLine = 'Nothing of that name is here; paths are not names. Call catalog for the names.'

/** The head of a followed entry was edited after it was listed. */
export const isOutdated = (omitted: readonly Omission[]): boolean => omitted.some(({ reason }) => reason === 'outdated')

export function countReasons(omitted: readonly Omission[]): ReadResult['omittedCounts'] {
  const counts: Partial<Record<OmissionReason, number>> = {}
  for (const { reason, count = 1 } of omitted) counts[reason] = (counts[reason] ?? 0) + count
  return counts
}
