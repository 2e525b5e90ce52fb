import { fenceManifestText } from '../../fence/text.ts'
import type { Fenced } from '../../model/brands.ts'
import type { Message } from '../../model/memory.ts'
import type { FoundMessage } from './search.ts'

/** Past text as data. Indented, so that no message can have a heading of ours. */
const fencePast = (parts: readonly string[]): Fenced => fenceManifestText(parts.join('\n\n'), 'memory')

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

const shownTime = (time: string): string => time.slice(0, 16).replace('T', ' ')

const headingOf = ({ role, time, subAgent }: Message, from: readonly string[] = []): string =>
  [shownTime(time), subAgent ? `${role} (sub-agent)` : role, ...from].join(' · ')

export const fenceFound = (found: readonly FoundMessage[]): Fenced =>
  fencePast(
    found.map(
      ({ message, excerpt, log: { client, session } }) =>
        `${headingOf(message, [client, `session ${session}`])}\n${indented(excerpt)}`,
    ),
  )

export const fenceMessages = (messages: readonly Message[]): Fenced =>
  fencePast(messages.map((message) => `${headingOf(message)}\n${indented(message.text)}`))
