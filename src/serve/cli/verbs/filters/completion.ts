import { alternativesIn, completionScript, shells, type VerbOptions } from '../../render/completion-script.ts'
import { recordText } from '../../render/terminal/json.ts'
import { commonOptions, exitCodes, UsageError, type Verb } from '../../verb.ts'
import { aliases, verbs } from '../../verbs.ts'

export const completionVerb: Verb = {
  name: 'completion',
  summary: 'print a script that completes verbs, options and words in a shell',
  usage: 'completion bash|zsh|fish',
  inputs: 'the name of a shell',
  outputs: 'the script on stdout',
  examples: [
    'lorefence completion bash >> ~/.bashrc',
    'lorefence completion zsh > "${fpath[1]}/_lorefence"',
    'lorefence completion fish > ~/.config/fish/completions/lorefence.fish',
  ],
  options: {},
  async run({ positionals: [name, ...more], values, terminal }) {
    const shell = shells.find((known) => known === name)
    if (shell === undefined || more.length > 0)
      throw new UsageError(`completion takes ${shells.slice(0, -1).join(', ')} or ${shells.at(-1)}.`)
    const listed = await Promise.all(
      Object.entries({ ...verbs, ...aliases }).map(async ([verb, { summary, load }]): Promise<VerbOptions> => {
        const { options, usage } = await load()
        return {
          verb,
          summary,
          options: Object.entries({ ...options, ...commonOptions }),
          words: alternativesIn(usage),
        }
      }),
    )
    const script = completionScript(shell, listed)
    terminal.out(values['json'] === true ? recordText({ command: 'completion' }, { shell, script }) : script)
    return exitCodes.ok
  },
}
