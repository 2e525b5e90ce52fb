import { yesOption } from '../../ask-person.ts'
import { UsageError, type Verb } from '../../verb.ts'
import { searchCommand } from './search.ts'
import type { SubCommand } from './sub-command.ts'
import type { subCommands as otherSubCommands } from './sub-commands.ts'
import { workspaceFor } from './workspace-for.ts'

const others = async (): Promise<typeof otherSubCommands> => (await import('./sub-commands.ts')).subCommands

/** A search starts often, so it loads nothing that only the others need. */
const subCommands: Readonly<Record<string, () => Promise<SubCommand>>> = {
  scan: async () => (await others()).scan,
  search: async () => searchCommand,
  export: async () => (await others()).export,
  verify: async () => (await others()).verify,
  gaps: async () => (await others()).gaps,
  impact: async () => (await others()).impact,
  dispatch: async () => (await others()).dispatch,
  forget: async () => (await others()).forget,
}

export const workspaceVerb: Verb = {
  name: 'workspace',
  summary: 'search the files of repositories with or without a manifest, once you have turned it on',
  usage: [
    'workspace scan [<folder>]',
    'workspace search "<task>"',
    'workspace export --format kcp [<repository>]',
    'workspace verify|gaps',
    'workspace impact <file>',
    'workspace dispatch "<task>" [--format prompt]',
    'workspace forget',
  ].join('\n'),
  inputs: 'scan: a folder with repositories; the others: what was scanned',
  outputs:
    'scan: what was found; search: excerpts, fenced as data; export: a manifest; verify: contradicted facts, with ' +
    'their places; gaps: used files that nothing declares; impact: what changes with a file; dispatch: skills, ' +
    'knowledge, files and conflicts for a task; exit 1 when the answer is no, or something is left or contradicted',
  examples: [
    'lorefence workspace scan ~/code',
    'lorefence workspace search "how is the cache invalidated?"',
    'lorefence workspace export --format kcp ~/code/shop --output draft.yaml',
    'lorefence workspace verify --repository ~/code/shop',
    'lorefence workspace impact docs/setup.md',
    'lorefence workspace dispatch "add a retry to the importer" --format prompt',
    'lorefence workspace forget',
  ],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      doc: 'export: kcp, a knowledge.yaml; dispatch: table, or prompt for one line.',
    },
    kind: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      doc: 'search: only files of this kind: document, code, configuration or pdf; repeatable.',
    },
    limit: { type: 'string', value: 'NUMBER', doc: 'search, dispatch: maximum files, 10 by default; gaps: 20.' },
    repository: {
      type: 'string',
      multiple: true,
      value: 'DIR',
      doc: 'verify, gaps, impact, dispatch: only the scanned repositories in this folder; repeatable.',
    },
    all: { type: 'boolean', doc: 'verify: also what is proved or unknown.' },
    ...yesOption,
  },
  async run(call) {
    const [name = ''] = call.positionals
    const command = Object.hasOwn(subCommands, name) ? await subCommands[name]?.() : undefined
    if (!command)
      throw new UsageError(
        `workspace takes ${Object.keys(subCommands).join(', ')}${name === '' ? '' : `; not "${name}"`}.`,
      )
    if (call.positionals.length > 1 + command.takes)
      throw new UsageError(`workspace ${name} takes ${command.takes === 0 ? 'no' : 'one'} argument.`)
    return command.run(workspaceFor(call.terminal), call)
  },
}
