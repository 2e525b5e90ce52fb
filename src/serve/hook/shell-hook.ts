import { afterCommand, beforeCommand, type AroundCommand, type ShellCall } from '../../app/commands/around-command.ts'
import type { FoundCard } from '../../app/commands/find-card.ts'
import { bundledCards, mayHaveCards } from '../../io/commands/card-files.ts'
import { appendEvent } from '../../io/commands/event-log.ts'
import { shownCards } from '../../io/commands/shown-cards.ts'
import { homeFolder, stateFolder } from '../../io/stores/state-folder.ts'

/** What a hook reads and writes. */
export interface HookSurroundings {
  stdin(): Promise<Uint8Array>
  out(text: string): void
  err(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

export const shellEvents = ['pre-tool-use', 'post-tool-use'] as const
export type ShellEvent = (typeof shellEvents)[number]

/** The used part of what a client sends to a hook of a tool. */
interface ToolEvent {
  readonly session_id?: unknown
  readonly cwd?: unknown
  readonly tool_name?: unknown
  readonly tool_input?: { readonly command?: unknown }
  readonly tool_response?: unknown
}

const eventBytes = 32 * 1024 * 1024

/** Answers one event, for `lorefence hook` and for the separate program that starts with every shell command. */
export const runShellHook = (event: ShellEvent, surroundings: HookSurroundings): Promise<void> =>
  event === 'pre-tool-use' ? preToolUse(surroundings) : postToolUse(surroundings)

/** The card of an unfamiliar command as additional context, and a line in the log. */
const preToolUse = (surroundings: HookSurroundings): Promise<void> =>
  quietly(surroundings, async (event, around) => {
    const shell = shellCallOf(event)
    const cards = shell ? await beforeCommand(shell, around) : []
    return cards.length === 0 ? undefined : { hookEventName: 'PreToolUse', additionalContext: cards.join('\n') }
  })

/** The result of the tool with a shorter output; its other fields stay. */
const postToolUse = (surroundings: HookSurroundings): Promise<void> =>
  quietly(surroundings, async (event, around) => {
    const shell = shellCallOf(event)
    const response = event.tool_response
    if (!shell || typeof response !== 'object' || response === null) return undefined
    const { stdout } = response as { readonly stdout?: unknown }
    const filtered = typeof stdout === 'string' ? await afterCommand(shell, stdout, around) : undefined
    return filtered === undefined
      ? undefined
      : { hookEventName: 'PostToolUse', updatedToolOutput: { ...response, stdout: filtered } }
  })

type HookOutput = Readonly<Record<string, unknown>> & { readonly hookEventName: string }

/**
 * A hook must never get in the way of a command: whatever goes wrong, it prints nothing and exits 0. Exit 2 would block
 * the command, and other codes would show an error every time.
 */
async function quietly(
  surroundings: HookSurroundings,
  answer: (event: ToolEvent, around: AroundCommand) => Promise<HookOutput | undefined>,
): Promise<void> {
  try {
    const bytes = await surroundings.stdin()
    if (bytes.length > eventBytes) return
    const event = JSON.parse(new TextDecoder().decode(bytes)) as ToolEvent
    const output = await answer(event, aroundFor(event, surroundings))
    if (output) surroundings.out(`${JSON.stringify({ hookSpecificOutput: output })}\n`)
  } catch (error) {
    if (surroundings.env['LOREFENCE_DEBUG'])
      surroundings.err(`${error instanceof Error ? error.message : String(error)}\n`)
  }
}

function shellCallOf({ session_id: session, tool_name: tool, tool_input: input }: ToolEvent): ShellCall | undefined {
  const command = input?.command
  return tool === 'Bash' && typeof command === 'string' && command.trim() !== ''
    ? { session: typeof session === 'string' ? session : '', tool, command }
    : undefined
}

function aroundFor({ cwd }: ToolEvent, { env, cwd: here }: HookSurroundings): AroundCommand {
  const home = homeFolder(env)
  const state = stateFolder(env)
  const project = env['CLAUDE_PROJECT_DIR'] || (typeof cwd === 'string' ? cwd : here)
  const own = async (key: string): Promise<FoundCard | undefined> =>
    (await import('./own-cards.ts')).ownCardOf(key, { project, home, state })
  return {
    project,
    ...([project, home].some(mayHaveCards) ? { own } : {}),
    bundled: bundledCards,
    shown: shownCards(state),
    now: () => new Date(),
    log: (event) => appendEvent(home, event),
  }
}
