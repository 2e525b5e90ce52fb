import { version } from '../../version.ts'
import { wrap } from './render/terminal/words.ts'
import { commonOptions, type OptionTable, type Verb } from './verb.ts'
import { aliases, verbs } from './verbs.ts'

const width = 100

export function overview(): string {
  const longest = Math.max(...[...Object.keys(verbs), ...Object.keys(aliases)].map((name) => name.length))
  const line = (name: string, summary = ''): string => `  ${name.padEnd(longest)}  ${summary}`
  const grouped = Object.entries(verbGroups).flatMap(([title, names]) => [
    `${title}:`,
    ...names.map((name) => line(name, verbs[name]?.summary)),
    '',
  ])
  return [
    `lorefence ${version}: knowledge for AI agents, found, gated, fenced and recorded`,
    '',
    'Usage: lorefence <verb> [arguments] [options]',
    '',
    ...grouped,
    'Names from the reference tool, for existing scripts:',
    ...Object.entries(aliases).map(([name, { summary }]) => line(name, summary)),
    '',
    'Every verb takes --json and --help. No verb uses the network, credentials or a model unless its help says so.',
    'Exit codes: 0 success, 1 findings or approval needed, 2 usage error or failure, 3 denied by policy, ' +
      '4 budget too small.',
    '',
  ].join('\n')
}

/** Every verb once, by what people want to do. */
export const verbGroups: Readonly<Record<string, readonly string[]>> = {
  'First steps': ['init', 'validate', 'trust', 'read', 'integrate', 'doctor'],
  'Find and read': ['catalog', 'activate', 'query', 'evidence', 'why'],
  'Decide what may be used': ['explain', 'approve', 'enable', 'disable'],
  'Write packs and manifests': [
    'import',
    'split',
    'compile',
    'status',
    'claims',
    'inspect',
    'health',
    'hints',
    'export',
    'migrate',
    'schema',
    'lsp',
  ],
  'Test what agents read': ['check', 'eval'],
  'Prove what was shown': ['receipts', 'replay', 'rehydrate', 'diff', 'fence', 'unfence'],
  'Install and publish': ['add', 'list', 'update', 'remove', 'fetch', 'federate', 'publish', 'sign', 'verify'],
  'Serve agents and teams': ['mcp', 'serve', 'key', 'store', 'push', 'hook'],
  'Around a coding agent': ['memory', 'workspace', 'completion'],
}

export function verbHelp(verb: Verb): string {
  return [
    ...verb.usage.split('\n').map((line, i) => `${i === 0 ? 'Usage:' : '      '} lorefence ${line}`),
    '',
    ...part('Purpose:', verb.summary),
    ...part('Inputs:', verb.inputs),
    ...part('Outputs:', verb.outputs),
    ...part('Network:', verb.network ?? 'none; no credentials and no model are used, and nothing costs money'),
    '',
    'Options:',
    // The common ones last, in the words of the verb where it has some.
    ...optionLines({ ...verb.options, ...commonOptions, ...verb.options }),
    '',
    'Examples:',
    ...verb.examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}

function part(label: string, text: string): readonly string[] {
  return hang(label.padEnd(8), text)
}

function optionLines(options: OptionTable): readonly string[] {
  const heads = Object.entries(options).map(
    ([name, { short, type, value }]) =>
      `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`,
  )
  const longest = Math.max(...heads.map((head) => head.length))
  return Object.values(options).flatMap(({ doc }, i) => hang(`  ${(heads[i] ?? '').padEnd(longest)}`, doc))
}

/** The text, wrapped in a column beside its label. */
function hang(label: string, text: string): readonly string[] {
  return wrap(text, width - label.length - 2).map((line, i) => `${i === 0 ? label : ' '.repeat(label.length)}  ${line}`)
}
