import { exitCodes, rootOptions, UsageError, type Verb } from '../../verb.ts'

const events = ['session-start', 'pre-tool-use', 'post-tool-use']

/** Loads only what its event needs: two of them run around every command of an agent. */
export const hookVerb: Verb = {
  name: 'hook',
  summary:
    'for hooks of Claude Code: list the packs and manifests for a new session, or explain a shell command and ' +
    'shorten its output; sets no permissions and runs nothing',
  usage: `hook <${events.join('|')}> [options]`,
  inputs: 'the folder of the session; the events of tools are read from stdin as JSON',
  outputs:
    'the output of the hook: the list for a model, the card of an unfamiliar command, or an output without noise; ' +
    'nothing if there is nothing to show',
  examples: [
    'lorefence hook session-start',
    'lorefence hook session-start --max-tokens 300',
    'lorefence hook pre-tool-use < event.json',
  ],
  options: {
    ...rootOptions,
    'max-tokens': { type: 'string', value: 'TOKENS', doc: 'Maximum tokens of the list. Default: 600.' },
  },
  async run(call) {
    const [event, ...more] = call.positionals
    if (event === undefined || more.length > 0 || !events.includes(event))
      throw new UsageError(`hook takes one event: ${events.join(', ')}.`)
    if (event === 'session-start') return (await import('../content.ts')).sessionStart(call)
    const { runShellHook } = await import('../../../hook/shell-hook.ts')
    await runShellHook(event === 'pre-tool-use' ? event : 'post-tool-use', call.terminal)
    return exitCodes.ok
  },
}
