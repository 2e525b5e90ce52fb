import { version } from '../../version.ts'
import { commonOptions, type OptionTable, type Verb } from './verb.ts'
import { verbs } from './verbs.ts'

export function overview(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length))
  const lines = Object.entries(verbs).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    `lorefence ${version}: knowledge for AI agents, found, gated, fenced and recorded`,
    '',
    'Usage: lorefence <verb> [arguments] [options]',
    '',
    ...lines,
    '',
    'Every verb takes --json and --help. No verb uses the network, credentials or a model unless its help says so.',
    'Exit codes: 0 fine, 1 findings or an unanswered ask, 2 usage or trouble, 3 denied by policy, 4 budget too small.',
    '',
  ].join('\n')
}

export function verbHelp(verb: Verb): string {
  return [
    `lorefence ${verb.name}: ${verb.summary}`,
    '',
    `Usage: lorefence ${verb.usage}`,
    '',
    `Inputs:   ${verb.inputs}`,
    `Outputs:  ${verb.outputs}`,
    `Network:  ${verb.network ?? 'none; no credentials and no model are used'}`,
    '',
    'Options:',
    ...optionLines({ ...verb.options, ...commonOptions }),
    '',
    'Examples:',
    ...verb.examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}

function optionLines(options: OptionTable): readonly string[] {
  const heads = Object.entries(options).map(([name, { short, type, value }]) => `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`)
  const width = Math.max(...heads.map((head) => head.length))
  return Object.values(options).map(({ doc }, i) => `  ${(heads[i] ?? '').padEnd(width)}  ${doc}`)
}
