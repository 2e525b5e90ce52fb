import type { Decision } from '../../model/decisions/decision.ts'
import type { RefusedGuide, UnknownGuide } from '../../model/reading/guide.ts'
import type { Omission, OmissionCounts, OmissionReason, ReadResult } from '../../model/reading/read.ts'
import { claimsBlocked } from '../../model/tables/status-scale.ts'
import { unsearchedOfGranted } from '../read/unsearched.ts'
import { commandsForOmitted } from '../shared/opening-commands.ts'
import { toolName, type ToolContext } from './tool.ts'
import { isPlainRef, type Reply } from './reply.ts'

interface Refused {
  readonly ref: string
  readonly code: string
}

/** One line: what was not released, and what the user can do about it. */
export async function refusalLine(
  refused: readonly Refused[],
  context: ToolContext,
  omitted: readonly Omission[] = [],
): Promise<string> {
  const [first, ...others] = refused
  if (!first) return ''
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `Not released: ${shown(first.ref)} (${first.code})${more}. ${await remedyFor(first.ref, context, omitted)}`
}

/** What a read omits although every gate allows it: a unit, or files of a pack. */
export async function omittedLine(omission: Omission, context: ToolContext): Promise<string> {
  const { ref, reason, code = reason } = omission
  const what = ref.startsWith('pack:') ? `files of ${shown(ref)}` : shown(ref)
  return `Not released: ${what} (${code}). ${await remedyFor(ref, context, [omission])}`
}

const onlyOperator = 'Only the operator can change that.'

/** Only a person at this machine can grant or approve. */
async function remedyFor(
  ref: string,
  { knowledge, commands }: ToolContext,
  omitted: readonly Omission[],
): Promise<string> {
  if (!commands) return onlyOperator
  const options = { ...commands, rootsOnly: true }
  const { commands: opening = [] } = await knowledge.explain(ref, { commands: options })
  const line = (opening.length > 0 ? opening : commandsForOmitted(knowledge.catalog, omitted, options)).join(' && ')
  if (line !== '' && isCommand(line)) return `A person can run: ${line}`
  return isPlainRef(ref) ? `"lorefence explain ${ref}" shows why.` : '"lorefence doctor" shows why.'
}

/** Folder names are foreign text, so only a line of plain words is repeated. */
const isCommand = (line: string): boolean => /^(?:[\w@%+:,./=-]{1,160}(?: && | |$))+$/.test(line) && line.length <= 400

/** A model sees only the number of ungranted entries. */
export function ungrantedLine(count: number, { commands }: ToolContext): string {
  const entries = count === 1 ? 'one entry that needs' : `${count} entries that need`
  return `Not released: ${entries} approval. ${commands ? 'A person can run: lorefence trust .' : onlyOperator}`
}

/** Entries that need approval and do not match by their metadata: their text may answer, so they are counted. */
export function unsearchedLine(count: number, { commands }: ToolContext): string {
  const entries = count === 1 ? 'one entry needs' : `${count} entries need`
  const remedy = commands ? 'A person can run: lorefence doctor' : onlyOperator
  return `Nothing that was searched answers this task; ${entries} approval first. ${remedy}`
}

/** Files that are granted and cannot be read: they may contain the answer, so they are counted. */
export function unreadLine(counts: OmissionCounts, { commands }: ToolContext): string {
  const remedy = commands ? 'A person can run "lorefence doctor".' : onlyOperator
  return `Not everything was searched: ${unsearchedOfGranted(counts)}. ${remedy}`
}

/** The text states claims that are disputed or have no source. */
export function claimsLine(ref: string, { commands }: ToolContext): string {
  const remedy = commands && isPlainRef(ref) ? `A person can run: lorefence approve ${ref} --claims` : onlyOperator
  return `Not released: ${shown(ref)} (${claimsBlocked}). ${remedy}`
}

export const shown = (ref: string): string => (isPlainRef(ref) ? ref : 'the named entry')

export function refusedOf({ ref, verdict, reasons }: Decision): Refused {
  return { ref, code: reasons.find((reason) => reason.verdict === verdict)?.code ?? verdict }
}

/** The reply for a named entry that is refused or unknown. */
export async function refusedReply(outcome: RefusedGuide | UnknownGuide, context: ToolContext): Promise<Reply> {
  if (outcome.outcome === 'unknown')
    return {
      line:
        outcome.instead === undefined
          ? unknownLine(context, outcome.near.length > 1)
          : otherKindLine(outcome.ref, outcome.instead, context),
      counts: { unknown: 1 },
    }
  const { ref, decision, omitted } = outcome
  const counts = countRefusals(omitted)
  if (counts.budget !== undefined) {
    const advice = `Narrow it: call ${toolName(context, 'read')} with a task and this name.`
    return { line: `Not released: ${shown(ref)} is too long for one reply. ${advice}`, counts }
  }
  const refused =
    decision && decision.verdict !== 'allow'
      ? refusedOf(decision)
      : { ref, code: omitted[0]?.code ?? omitted[0]?.reason ?? 'refused' }
  return {
    line: await refusalLine([refused], context, omitted),
    counts,
    refused: [ref],
    refusedBy: refused.code,
    outdated: isOutdated(omitted),
  }
}

/** The entry exists, but it is of another kind. */
export function otherKindLine(ref: string, kind: NonNullable<UnknownGuide['instead']>, context: ToolContext): string {
  const read = `${toolName(context, 'read')} with a task`
  const ways = {
    pack: `Call ${toolName(context, 'activate')} for its guide, or ${read}.`,
    manifest: `Call ${toolName(context, 'catalog')} with this name for its units, or ${read}.`,
    unit: `It is itself a source: call ${read} and this name.`,
  }
  return `${isPlainRef(ref) ? ref : 'The named entry'} is a ${kind}. ${ways[kind]}`
}

export function unknownLine(context: ToolContext, isAmbiguous = false): string {
  const why = isAmbiguous
    ? 'Several units have that name; use a full ref.'
    : 'Nothing has that name; paths are not names.'
  return `${why} Call ${toolName(context, 'catalog')} for the names.`
}

export function changedLine(count: number, { commands }: ToolContext): string {
  const remedy = commands ? 'A person can review the change and run: lorefence trust .' : onlyOperator
  return `Withheld: ${count === 1 ? '1 file' : `${count} files`} changed since the grant. ${remedy}`
}

/** A followed entry changed after it was listed. */
export const isOutdated = (omitted: readonly Omission[]): boolean => omitted.some(({ reason }) => reason === 'outdated')

export function countRefusals(omitted: readonly Omission[]): ReadResult['omittedCounts'] {
  const counts: Partial<Record<OmissionReason, number>> = {}
  for (const { reason, count = 1 } of omitted) counts[reason] = (counts[reason] ?? 0) + count
  return counts
}
