import { compilePack, splitDocuments } from '../../../../app/index.ts'
import type { OptionTable, Verb } from '../../verb.ts'
import { authorPorts, packArgument } from './pack-argument.ts'
import { reportOutputs } from './report-outputs.ts'

const options = {
  'dry-run': { type: 'boolean', doc: 'Show the difference; write nothing.' },
  changed: { type: 'boolean', doc: 'Note in the run record that the sources changed.' },
  force: { type: 'boolean', doc: 'Delete files of earlier runs whose part of the source is gone.' },
} as const satisfies OptionTable

const optionsOf = (values: Readonly<Record<string, unknown>>) => ({
  dryRun: values['dry-run'] === true,
  force: values['force'] === true,
  changed: values['changed'] === true,
})

export const splitVerb: Verb = {
  name: 'split',
  summary: 'split the documents of a pack by topic, without a model',
  usage: 'split <pack> [options]',
  inputs: 'the Markdown and text files in documents/ of one pack',
  outputs:
    'compiled/splits/, the sections of indexes/source-map.json, compiled/index.json and a record in runs/; only ' +
    'files that lorefence wrote are replaced; exit 1 when files were kept or a check found something',
  examples: ['lorefence split warranty --dry-run', 'lorefence split .agents/knowledge/warranty'],
  options,
  async run(call) {
    const root = packArgument(call, 'split')
    const made = splitDocuments(authorPorts(call.terminal), root, optionsOf(call.values))
    return reportOutputs(made, root, { ...call, verb: 'split' })
  },
}

export const compileVerb: Verb = {
  name: 'compile',
  summary: 'compile the facts of a pack that name their source, without a model',
  usage: 'compile <pack> [options]',
  inputs: 'statements in documents/ and wiki/ of one pack that name a source, as in [source: sources/a.md#L3]',
  outputs:
    'compiled/facts.md, the claims of indexes/source-map.json, compiled/index.json and a record in runs/; statements ' +
    'without a source are listed, never compiled; exit 1 when files were kept or a check found something',
  examples: ['lorefence compile warranty --dry-run', 'lorefence compile .agents/knowledge/warranty --json'],
  options,
  async run(call) {
    const root = packArgument(call, 'compile')
    const made = compilePack(authorPorts(call.terminal), root, optionsOf(call.values))
    return reportOutputs(made, root, { ...call, verb: 'compile' })
  },
}
