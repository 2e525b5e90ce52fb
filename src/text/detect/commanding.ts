import { findControlTokens } from '../markup/find-markup.ts'
import { findInjections } from './injection.ts'
import { isOrder } from './orders.ts'

/** Version of these rules, for records; it changes with every rule. */
export const commandRules = 3

const toolCall =
  /"(?:name|tool|function)"\s{0,8}:\s{0,8}"[^"]{1,200}"\s{0,8},\s{0,8}"(?:arguments|parameters|input)"\s{0,8}:/i

export type CommandKind = 'tool-call' | 'injection' | 'command'

/** Whether a line of metadata commands its reader or contains the syntax of a tool call (KCP §16.3). Naming a command is neither. */
export function commandIn(text: string): CommandKind | undefined {
  if (toolCall.test(text) || findControlTokens(text).length > 0) return 'tool-call'
  if (findInjections(text).length > 0) return 'injection'
  return isOrder(text) ? 'command' : undefined
}
