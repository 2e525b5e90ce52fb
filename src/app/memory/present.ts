import { fenceManifestText } from '../../fence/text.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Message } from '../../model/records/memory.ts'
import type { FoundMessage } from './search.ts'
import type { MemoryStats, PastSession } from './sessions.ts'

/** Fences past text. Messages are indented, so that none can imitate our headings. */
export const fenceLines = (parts: readonly string[]): Fenced => fenceManifestText(parts.join('\n\n'), 'memory')

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

const shownTime = (time: string): string => time.slice(0, 16).replace('T', ' ')

const headingOf = ({ role, time, subAgent }: Message, from: readonly string[] = []): string =>
  [shownTime(time), subAgent ? `${role} (sub-agent)` : role, ...from].join(' · ')

export const fenceFound = (found: readonly FoundMessage[]): Fenced =>
  fenceLines(
    found.map(
      ({ message, excerpt, log: { client, session } }) =>
        `${headingOf(message, [client, `session ${session}`])}\n${indented(excerpt)}`,
    ),
  )

export const fenceMessages = (messages: readonly Message[]): Fenced =>
  fenceLines(messages.map((message) => `${headingOf(message)}\n${indented(message.text)}`))

export const sessionLine = ({ session, clients, last, messages }: PastSession): string =>
  [shownTime(last), `session ${session}`, clients.join('+'), `messages: ${messages}`].join(' · ')

export const fenceStats = ({ sessions, messages, clients, first, last }: MemoryStats): Fenced =>
  fenceLines([
    [
      `sessions: ${sessions}`,
      `messages: ${messages}`,
      ...Object.entries(clients).map(([client, count]) => `${client}: ${count}`),
      ...(first === undefined || last === undefined ? [] : [`from ${shownTime(first)} to ${shownTime(last)}`]),
    ].join('\n'),
  ])
