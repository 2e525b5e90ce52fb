import type { Fenced } from '../../model/brands.ts'
import type { CommandEvent } from '../../model/command.ts'
import { readLine } from '../../parse/shell/plain-line.ts'
import { maskCommand } from '../../text/detect/command-secrets.ts'
import { isEveryday } from './everyday.ts'
import { filterOutput } from './filter-output.ts'
import { findCard, type CardPlaces, type FoundCard } from './find-card.ts'

/** A call of a shell that an agent is about to make, or has made. */
export interface ShellCall {
  readonly session: string
  readonly tool: string
  readonly command: string
}

export interface AroundCommand extends CardPlaces {
  /** The folder of the project. */
  readonly project: string
  readonly shown: { has(session: string, key: string): boolean; add(session: string, key: string): void }
  now(): Date
  /** Throws where nothing can be logged. */
  log(event: CommandEvent): void
}

const mostCards = 2
/** Characters of a command that are logged. */
const longestCommand = 4000

/** The cards of unfamiliar commands, once in a session. Logged before anything is returned. */
export async function beforeCommand(call: ShellCall, around: AroundCommand): Promise<readonly Fenced[]> {
  const found: FoundCard[] = []
  for (const invocation of await readLine(call.command)) {
    if (isEveryday(invocation.words[0] ?? '')) continue
    const card = await findCard(invocation, around)
    if (card && !found.some((other) => other.card.key === card.card.key)) found.push(card)
  }
  around.log(eventOf(call, around, found[0]))
  const fresh = found.filter(({ card }) => !around.shown.has(call.session, card.key)).slice(0, mostCards)
  for (const { card } of fresh) around.shown.add(call.session, card.key)
  if (fresh.length === 0) return []
  const { cardText } = await import('./card-text.ts')
  return fresh.map(cardText)
}

/**
 * The output without noise, where all of it comes from commands whose noise is known; `undefined` where it stays as it is.
 */
export async function afterCommand(
  { command }: ShellCall,
  output: string,
  places: CardPlaces,
): Promise<string | undefined> {
  const invocations = await readLine(command)
  const printing = invocations.filter(({ words: [name = ''], isShown }) => isShown && !silent.has(name))
  const cards = await Promise.all(printing.map((invocation) => findCard(invocation, places)))
  const filters = cards.flatMap((found) => found?.card.filter ?? [])
  if (printing.length === 0 || filters.length < printing.length) return undefined
  const filtered = filterOutput(output, filters)
  return filtered === output ? undefined : filtered
}

/** Commands that print nothing when they succeed. */
const silent = new Set(
  'cd pushd popd export set unset source . true : mkdir rm cp mv ln touch chmod chown sleep test [ exit shopt alias'.split(
    ' ',
  ),
)

function eventOf(
  { session, tool, command }: ShellCall,
  { project, now }: AroundCommand,
  card?: FoundCard,
): CommandEvent {
  return {
    ts: now().toISOString(),
    session_id: session,
    project_dir: project,
    tool,
    // A secret that is cut at the end of what is masked is beyond what is logged.
    command: maskCommand(command.slice(0, 2 * longestCommand)).slice(0, longestCommand),
    manifest_key: card?.card.key ?? '',
    by: 'lorefence',
  }
}
