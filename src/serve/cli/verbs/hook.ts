import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { jsonText } from '../render/terminal/json-text.ts'
import { scriptEnvelope } from '../render/terminal/script-envelope.ts'
import { exitCodes, texts, UsageError, wholeNumber, type Verb } from '../verb.ts'

const { as: _as, ...options } = knowledgeOptions
const defaultTokens = 600

/** The name of the event in Claude Code. */
const eventName = 'SessionStart'

export const hookVerb: Verb = {
  name: 'hook',
  summary:
    'for a hook of Claude Code: list the packs and manifests for a new session; prints nothing if there are none, ' +
    'and sets no permissions',
  usage: 'hook session-start [options]',
  inputs: 'the folder of the session; stdin is not read',
  outputs:
    'the output of a SessionStart hook, with the list for a model as additional context; ' +
    'ungranted entries appear by name only',
  examples: ['lorefence hook session-start', 'lorefence hook session-start --max-tokens 300'],
  options: {
    ...options,
    'max-tokens': { type: 'string', value: 'TOKENS', doc: `Maximum tokens of the list. Default: ${defaultTokens}.` },
  },
  async run({ positionals, values, terminal }) {
    if (positionals.length !== 1 || positionals[0] !== 'session-start')
      throw new UsageError('hook takes one event: session-start.')
    const maxTokens = wholeNumber(values['max-tokens'], 'max-tokens') ?? defaultTokens
    const project = terminal.env['CLAUDE_PROJECT_DIR']
    const named = texts(values['root']).length + texts(values['packs']).length > 0
    const { knowledge } = await openForVerb({
      values: named || !project ? values : { ...values, root: [project] },
      terminal,
    })
    const { fenced: text, tokens, omitted, receipt } = await knowledge.list({ maxTokens })
    if (values['json'] === true)
      terminal.out(
        jsonText({
          ...scriptEnvelope({ kind: 'hook', command: 'hook', diagnostics: [] }),
          event: 'session-start',
          tokens,
          text,
          omitted,
          ...(receipt ? { receipt } : {}),
        }),
      )
    else if (text !== '')
      terminal.out(jsonText({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } }))
    return exitCodes.ok
  },
}
