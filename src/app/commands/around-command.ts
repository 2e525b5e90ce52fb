import type { Fenced } from '../../model/decisions/brands.ts'
import type { CommandEvent } from '../../model/records/command.ts'
import { readLine } from '../../parse/shell/plain-line.ts'
import { maskCommand } from '../../text/detect/command-secrets.ts'
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
  /** Throws if nothing can be logged. */
  log(event: CommandEvent): void
}

const mostCards = 2
/** Maximum characters of a command that are logged. */
const longestCommand = 4000

/** The cards of unfamiliar commands, each once per session. The call is logged before anything is returned. */
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

/** The output without noise, if the noise of every printing command is known; `undefined` if it stays as it is. */
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
  (
    'cd pushd popd export set unset source . true : mkdir rm cp mv ' +
    'ln touch chmod chown sleep test [ exit shopt alias'
  ).split(' '),
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
    // Twice the logged length is masked, so that a secret cut at its end is not logged.
    command: maskCommand(command.slice(0, 2 * longestCommand)).slice(0, longestCommand),
    manifest_key: card?.card.key ?? '',
    by: 'lorefence',
  }
}

/** Commands that every model knows; a card for them would only cost tokens. */
const everyday = new Set(
  (
    '[ alias apt apt-get awk basename bash bg break cat cd chmod chown clear cmp comm command continue cp ' +
    'curl cut date declare df diff dirname du echo egrep env eval exec exit export expr false fg fgrep find ' +
    'fold free getopts git grep groups hash head history host hostname id if jobs join kill killall less let ' +
    'ln local locate ls make man md5sum mkdir mktemp more mv nano nl node npm paste pgrep pidof pip pip3 ' +
    'pkill popd printenv printf ps pushd pwd python python3 read readlink realpath return rev rm rmdir scp ' +
    'sed seq set sh sha1sum sha256sum shift shopt sleep sort source split ssh stat strings su sudo sync tac ' +
    'tail tar tee test time touch tr trap tree true type typeset ulimit umask unalias uname uniq unset unzip ' +
    'uptime vi vim wait wc wget whereis which who whoami xargs yes zip zsh'
  ).split(' '),
)

export const isEveryday = (command: string): boolean => everyday.has(command)
