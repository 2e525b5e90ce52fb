import { recordText } from '../../render/terminal/json.ts'
import { commonOptions, exitCodes, UsageError, type OptionTable, type Verb } from '../../verb.ts'
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

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

interface VerbOptions {
  readonly verb: string
  readonly summary: string
  readonly options: readonly (readonly [string, OptionTable[string]])[]
  /** Fixed words that may follow the verb, such as the names of clients. */
  readonly words: readonly string[]
}

/** The alternatives that a usage line names, as in "receipts verify|list|show <id>". */
function alternativesIn(usage: string): readonly string[] {
  const [line = ''] = usage.replace(/ \[options\]/g, '').split('\n')
  const found = line
    .slice(line.indexOf(' ') + 1)
    .replace(/ <\w+>/g, '')
    .replace(/^<(.*\|.*)>$/, '$1')
    .split('|')
  return line.includes(' ') && found.every((word) => /^[a-z][a-z-]*$/.test(word)) ? found : []
}

/** Verbs first, then the options and words of the verb; everything else is completed as a path. */
function completionScript(shell: Shell, verbs: readonly VerbOptions[]): string {
  switch (shell) {
    case 'bash':
      return bash(verbs)
    case 'zsh':
      return zsh(verbs)
    case 'fish':
      return fish(verbs)
  }
}

const optionsOf = ({ options }: VerbOptions): string => options.map(([name]) => `--${name}`).join(' ')

/** In single quotes, as every shell here reads them. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function bash(verbs: readonly VerbOptions[]): string {
  return `_lorefence() {
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(verbs.map(({ verb }) => verb).join(' '))} -- "$current"))
    return
  fi
  local options= words=
  case \${COMP_WORDS[1]} in
${verbs.map(bashCase).join('')}  esac
  case $current in -*) words=$options ;; *) [ "$COMP_CWORD" -eq 2 ] || return ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _lorefence lorefence
`
}

const bashCase = (listed: VerbOptions): string =>
  `    ${listed.verb}) options=${quoted(optionsOf(listed))} words=${quoted(listed.words.join(' '))} ;;\n`

function zsh(verbs: readonly VerbOptions[]): string {
  const described = (name: string, text: string): string => quoted(`${name}:${text.replaceAll(':', '\\:')}`)
  const optionCase = ({ verb, options }: VerbOptions): string =>
    `    ${verb}) found=(${options.map(([name, { doc }]) => described(`--${name}`, doc)).join(' ')}) ;;\n`
  return `#compdef lorefence
_lorefence() {
  local -a found
  if (( CURRENT == 2 )); then
    found=(
${verbs.map(({ verb, summary }) => `      ${described(verb, summary)}\n`).join('')}    )
    _describe verb found
    return
  fi
  if (( CURRENT == 3 )); then
    case $words[2] in
${verbs
  .filter((listed) => listed.words.length > 0)
  .map((listed) => `      ${listed.verb}) found=(${listed.words.map(quoted).join(' ')}) ;;\n`)
  .join('')}    esac
    (( $#found )) && [[ $words[3] != -* ]] && { _describe word found; return }
  fi
  if [[ $words[CURRENT] != -* ]]; then
    _files
    return
  fi
  case $words[2] in
${verbs.map(optionCase).join('')}  esac
  _describe option found
}
if [[ $funcstack[1] == _lorefence ]]; then _lorefence "$@"; else compdef _lorefence lorefence; fi
`
}

function fish(verbs: readonly VerbOptions[]): string {
  const line = (condition: string, rest: string): string => `complete -c lorefence -n ${quoted(condition)} ${rest}\n`
  return verbs
    .flatMap(({ verb, summary, options, words }) => [
      line('__fish_use_subcommand', `-f -a ${verb} -d ${fishQuoted(summary)}`),
      ...(words.length > 0 ? [line(`__fish_seen_subcommand_from ${verb}`, `-f -a ${quoted(words.join(' '))}`)] : []),
      ...options.map(([name, { type, doc }]) =>
        line(
          `__fish_seen_subcommand_from ${verb}`,
          `-l ${name}${type === 'string' ? ' -r' : ''} -d ${fishQuoted(doc)}`,
        ),
      ),
    ])
    .join('')
}

/** In fish a backslash escapes in single quotes too. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
