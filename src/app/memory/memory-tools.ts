import type { FieldTable, ReadOf } from '../../model/tables/fields.ts'
import type { Message } from '../../model/records/memory.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import { countTokens } from '../../text/tokens/tokens.ts'
import type { Reply } from '../tools/reply.ts'
import type { OfferedTool } from '../tools/tool.ts'
import { isRemembering, type MemoryPorts, type MemoryScope } from './memory.ts'
import { fenceFound, fenceLines, fenceMessages, fenceStats, sessionLine } from './present.ts'
import { searchMemory } from './search.ts'
import { listSessions, memoryStats, messagesOfSession, sessionsNamed, type PastSession } from './sessions.ts'
import { cutText } from './stored-text.ts'

/** What every call uses. */
export interface MemoryContext {
  readonly ports: MemoryPorts
  /** The scope of the current project at the time of the call. */
  scope(): MemoryScope
}

/** A tool of KCP Appendix D, with the name given there. */
interface MemoryTool extends Omit<OfferedTool, 'run'> {
  run(args: Readonly<Record<string, unknown>>, context: MemoryContext): Promise<Reply>
}

const budget = { type: 'number', doc: 'most tokens' } as const
const limit = { type: 'number', doc: 'most results' } as const
const searchInput = { query: { type: 'text', required: true }, limit } as const satisfies FieldTable
const listInput = { limit } as const satisfies FieldTable
const detailInput = {
  session: { type: 'text', required: true },
  from: { type: 'number', doc: 'number of the first message' },
  budget,
} as const satisfies FieldTable
const contextInput = { budget } as const satisfies FieldTable

const searchTool = (
  only: 'sessions' | 'commands',
  words: Pick<MemoryTool, 'name' | 'title' | 'description'>,
): MemoryTool => ({
  ...words,
  input: searchInput,
  async run(args, { ports, scope }) {
    const { query = '', limit: most = 5 } = args as ReadOf<typeof searchInput>
    const found = await searchMemory(ports, { ...scope(), task: query, limit: bounded(most, 50), only })
    if (found.length === 0) return { line: 'Nothing was found in past sessions of this project.', counts: { found: 0 } }
    return { fenced: fenceFound(found), counts: { found: found.length } }
  },
})

const bounded = (value: number, most: number): number => Math.max(1, Math.min(most, Math.floor(value)))

const tools: readonly MemoryTool[] = [
  searchTool('sessions', {
    name: 'kcp_memory_search',
    title: 'Search past sessions',
    description: 'Find what was said, done or decided in past sessions of this project.',
  }),
  searchTool('commands', {
    name: 'kcp_memory_events_search',
    title: 'Search past commands',
    description: 'Find shell commands that were run in past sessions of this project.',
  }),
  {
    name: 'kcp_memory_list',
    title: 'List past sessions',
    description: 'Recent sessions of this project, newest first.',
    input: listInput,
    async run(args, { ports, scope }) {
      const { limit: most = 20 } = args as ReadOf<typeof listInput>
      const all = listSessions(ports, scope())
      const sessions = all.slice(0, bounded(most, 200))
      return {
        fenced: fenceLines(sessions.map(sessionLine)),
        ...(sessions.length < all.length
          ? { line: `${all.length - sessions.length} older sessions; limit lists more.` }
          : {}),
        counts: { sessions: all.length },
      }
    },
  },
  {
    name: 'kcp_memory_stats',
    title: 'Count past sessions',
    description: 'How much is remembered of past sessions of this project.',
    input: {},
    async run(_args, { ports, scope }) {
      const stats = memoryStats(ports, scope())
      return { fenced: fenceStats(stats), counts: { sessions: stats.sessions, messages: stats.messages } }
    },
  },
  {
    name: 'kcp_memory_session_detail',
    title: 'Read a past session',
    description: 'The messages of one past session, by its id.',
    input: detailInput,
    async run(args, { ports, scope }) {
      const { session: id = '', from = 1, budget: tokens = 2000 } = args as ReadOf<typeof detailInput>
      const [session, ...others] = id === '' ? [] : sessionsNamed(ports, id, scope())
      if (!session)
        return { line: 'This project has no such session; kcp_memory_list lists them.', counts: { unknown: 1 } }
      if (others.length > 0) return { line: `${others.length + 1} sessions begin so; give more of the id.` }
      const messages = messagesOfSession(ports, session.session, scope()).slice(bounded(from, Infinity) - 1)
      const shown = withinTokens(messages, bounded(tokens, 20_000))
      const left = messages.length - shown.length
      return {
        fenced: fenceMessages(shown),
        ...(left > 0
          ? { line: `${left} more messages; go on with from: ${bounded(from, Infinity) + shown.length}.` }
          : {}),
        counts: { messages: shown.length, left },
      }
    },
  },
  {
    name: 'kcp_memory_project_context',
    title: 'Recall this project',
    description: 'At the start of a session: the last sessions and commands of this project.',
    input: contextInput,
    async run(args, { ports, scope }) {
      const { budget: tokens = 1000 } = args as ReadOf<typeof contextInput>
      return projectContext(ports, scope(), bounded(tokens, 20_000))
    },
  },
]

const off = 'No session was scanned yet; a person turns it on with "lorefence memory scan".'

/** The six tools of KCP Appendix D. Nothing is scanned by a call. */
export const memoryToolsFor = (context: MemoryContext): readonly OfferedTool[] =>
  tools.map(({ run, ...tool }) => ({
    ...tool,
    async run(args) {
      if (!isRemembering(context.ports.store)) return { line: off, counts: { sessions: 0 } }
      const reply = await run(args, context)
      return reply.fenced === undefined ? reply : { ...reply, tokens: await countTokens(reply.fenced) }
    },
  }))

/** Tokens of the envelope, and of the heading of each message. */
const envelopeTokens = 70
const headingTokens = 20

/** The first messages that fit; at least one, shortened if needed. */
function withinTokens(messages: readonly Message[], budget: number): readonly Message[] {
  let left = budget - envelopeTokens
  const taken: Message[] = []
  for (const message of messages) {
    // Each line is indented.
    const tokens = estimateTokens(message.text.replaceAll('\n', '\n  ')) + headingTokens
    if (tokens > left && taken.length > 0) break
    taken.push(tokens > left ? shortened(message, Math.max(headingTokens, left - headingTokens)) : message)
    left -= tokens
  }
  return taken
}

/** Halves the text until it fits, since tokens per character vary within a text. */
function shortened(message: Message, tokens: number): Message {
  let length = message.text.length
  while (length > 1 && estimateTokens(cutText(message.text, 0, length).replaceAll('\n', '\n  ')) > tokens)
    length = Math.floor(length / 2)
  return { ...message, text: `${cutText(message.text, 0, length)} […]` }
}

/** KCP Appendix D. */
const mostSessions = 5
const mostCommands = 20
const shownLength = 240

/** The last sessions, each with its first request and its last reply, and the last commands, within the budget. */
async function projectContext(ports: Pick<MemoryPorts, 'store'>, scope: MemoryScope, budget: number): Promise<Reply> {
  const sessions = listSessions(ports, scope)
  const recent = sessions
    .slice(0, mostSessions)
    .map((session) => ({ session, messages: messagesOfSession(ports, session.session, scope) }))
  const commands = recent
    .flatMap(({ messages }) => messages.filter(({ role }) => role === 'command'))
    .sort((a, b) => (a.time < b.time ? 1 : -1))
    .slice(0, mostCommands)
  const lines = [
    ...recent.map(({ session, messages }) => summaryLines(session, messages)),
    ...commands.map(({ time, text }) => `${time.slice(0, 16).replace('T', ' ')} · command\n  ${inOneLine(text)}`),
  ]
  if (lines.length === 0) return { line: 'This project has no past sessions.', counts: { sessions: 0 } }
  // The newest sessions come first and commands last, so the least useful lines are omitted.
  for (let count = lines.length; count > 0; count--) {
    const fenced = fenceLines(lines.slice(0, count))
    if ((await countTokens(fenced)) <= budget)
      return { fenced, counts: { sessions: sessions.length, shown: count, left: lines.length - count } }
  }
  return { line: `A budget of ${budget} tokens is too small for it.`, counts: { sessions: sessions.length } }
}

function summaryLines(session: PastSession, messages: readonly Message[]): string {
  const own = messages.filter(({ subAgent }) => !subAgent)
  const asked = own.find(({ role }) => role === 'user')
  const replied = own.findLast(({ role }) => role === 'assistant')
  const shown = [asked, replied].flatMap((message) =>
    message ? [`  ${message.role}: ${inOneLine(message.text)}`] : [],
  )
  return [sessionLine(session), ...shown].join('\n')
}

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= shownLength ? line : `${cutText(line, 0, shownLength)} […]`
}
