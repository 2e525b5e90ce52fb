import type { Message } from '../../model/memory.ts'
import { countTokens } from '../../text/tokens/tokens.ts'
import type { Reply } from '../tools/reply.ts'
import type { MemoryPorts, MemoryScope } from './memory.ts'
import { fenceLines, sessionLine } from './present.ts'
import { listSessions, messagesOfSession, type PastSession } from './sessions.ts'
import { cutText } from './stored-text.ts'

/** KCP Appendix D. */
const mostSessions = 5
const mostCommands = 20
const shownLength = 240

/** The last sessions, each with its first request and its last reply, and the last commands, within the budget. */
export async function projectContext(
  ports: Pick<MemoryPorts, 'store'>,
  scope: MemoryScope,
  budget: number,
): Promise<Reply> {
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
