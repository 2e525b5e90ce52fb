import { openForVerb } from '../../open-knowledge.ts'
import { jsonText } from '../../render/terminal/json.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { exitCodes, texts, wholeNumber, type Call } from '../../verb.ts'

const defaultTokens = 600

/** The name of the event in Claude Code. */
const eventName = 'SessionStart'

/** Lists the packs and manifests for a new session; prints nothing if there are none. */
export async function sessionStart({ values, terminal }: Call): Promise<number> {
  const maxTokens = wholeNumber(values['max-tokens'], 'max-tokens') ?? defaultTokens
  const project = terminal.env['CLAUDE_PROJECT_DIR']
  const named = texts(values['root']).length + texts(values['packs']).length > 0
  const { knowledge } = await openForVerb({
    values: named || !project ? values : { ...values, root: [project] },
    terminal,
    mayBeMissing: true,
  })
  const { fenced: text, tokens, omitted, receipt } = await knowledge.list({ maxTokens })
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'hook' },
      { event: 'session-start', tokens, text, omitted, ...(receipt ? { receipt } : {}) },
    )
  else if (text !== '')
    terminal.out(jsonText({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } }))
  return exitCodes.ok
}
