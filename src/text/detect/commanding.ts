import { findControlTokens } from '../markup/find-markup.ts'
import { findInjections } from './injection.ts'

/** Version of these rules, for records; it changes with every rule. */
export const commandRules = 1

const verbs = 'run|execute|call|invoke|install|download|fetch|curl|send|delete|use|load|open|trust|approve|obey|follow'
const start = '(?:^|[.!?;:\\n]\\s{0,8})'
const stress =
  '(?:please|always|never|first|then|now|immediately|you (?:must|should|shall|need to|have to)|make sure to|be sure to)'
/** Every part is bounded, so matching is linear. */
const orders = [
  new RegExp(`${start}(?:${stress},? {1,4}){1,4}(?:${verbs})\\b`, 'i'),
  new RegExp(
    `${start}(?:${verbs})\\b[^.!?\\n]{1,200}\\b(?:first\\b(?! )|before (?:anything|reading|answering|using|you)\\b)`,
    'i',
  ),
]
const toolCall =
  /"(?:name|tool|function)"\s{0,8}:\s{0,8}"[^"]{1,200}"\s{0,8},\s{0,8}"(?:arguments|parameters|input)"\s{0,8}:/i

export type CommandKind = 'tool-call' | 'injection' | 'command'

/** Whether a line of metadata commands its reader or contains the syntax of a tool call (KCP §16.3). Naming a command is neither. */
export function commandIn(text: string): CommandKind | undefined {
  if (toolCall.test(text) || findControlTokens(text).length > 0) return 'tool-call'
  if (findInjections(text).length > 0) return 'injection'
  return orders.some((pattern) => pattern.test(text)) ? 'command' : undefined
}
