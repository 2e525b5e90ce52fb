import { resolve } from 'node:path'
import { parseQuery, type Diagnostic, type QueryRequest } from '../../../app/index.ts'
import { diskFiles } from '../../../io/disk/disk-files.ts'
import { limits } from '../../../model/limits.ts'
import { text, texts, UsageError, type Call, type OptionTable } from '../verb.ts'

/** The fields of a request as flags. */
export const requestFlags = {
  terms: {
    type: 'string',
    multiple: true,
    value: 'TERM',
    doc: 'A search term, which may contain spaces; repeatable. Words without a flag are terms too.',
  },
  audience: {
    type: 'string',
    value: 'WORD',
    doc: 'Only units for this audience: human, agent, developer, architect, operator, devops.',
  },
  scope: { type: 'string', value: 'WORD', doc: 'Only units of this scope: global, project, module.' },
  'sensitivity-max': {
    type: 'string',
    value: 'WORD',
    doc: 'Only units up to this sensitivity: public, internal, confidential, restricted.',
  },
  'unknown-sensitivity': {
    type: 'string',
    value: 'WORD',
    doc: 'Units that declare no sensitivity: include (default) or exclude.',
  },
  'max-token-budget': {
    type: 'string',
    value: 'TOKENS',
    doc: 'Maximum tokens of all results together, by the estimates of the authors.',
  },
  'no-summaries': { type: 'boolean', doc: 'Do not return the summary of a unit that exceeds the budget.' },
  'include-deprecated': { type: 'boolean', doc: 'Include deprecated units.' },
  'has-capabilities': {
    type: 'string',
    multiple: true,
    value: 'NAMES',
    doc: 'Capabilities such as tool:kubectl,permission:deploy; repeatable. Default: no filter.',
  },
  'exclude-stale': { type: 'boolean', doc: 'Exclude stale units.' },
  'as-of': {
    type: 'string',
    value: 'DATE',
    doc: 'The date on which units must be valid; also the date for --exclude-stale.',
  },
  'include-all-temporal': { type: 'boolean', doc: 'Also list units outside their period of validity, with a caution.' },
  'agent-role': { type: 'string', value: 'ROLE', doc: 'Filter units by this role; it can only narrow the result.' },
  environment: {
    type: 'string',
    value: 'NAME',
    doc: 'Filter units by this environment; it can only narrow the result.',
  },
  'federation-scope': { type: 'string', value: 'WORD', doc: 'local (default) or declared.' },
  limit: { type: 'string', value: 'COUNT', doc: 'Maximum number of results. Default: 5.' },
} as const satisfies OptionTable

export interface WrittenRequest {
  /** Absent when it could not be read. */
  readonly request?: QueryRequest
  readonly diagnostics: readonly Diagnostic[]
}

/** The request from a file, stdin or the flags; flags are validated like any request. */
export async function requestOf({ positionals, values, terminal }: Call): Promise<WrittenRequest> {
  const file = text(values['request'])
  const flags = Object.keys(requestFlags).filter((name) => values[name] !== undefined)
  if (file === undefined) return { request: requestFromFlags({ positionals, values, terminal }), diagnostics: [] }
  if (flags.length > 0 || positionals.length > 0)
    throw new UsageError(
      `--request replaces all flags and terms; remove ${flags.length > 0 ? `--${flags[0]}` : `"${positionals[0]}"`}.`,
    )
  if (file === '-') return parseQuery(await terminal.stdin(), { file: 'stdin' })
  const path = resolve(terminal.cwd, file)
  const read = diskFiles.read(resolve(path, '..'), path.slice(resolve(path, '..').length).replace(/^[/\\]/, ''), {
    limit: limits.documentBytes,
  })
  if (!read.ok) throw new UsageError(`"${file}" cannot be read. ${read.detail}`)
  return parseQuery(read.bytes, { file })
}

function requestFromFlags({ positionals, values }: Call): QueryRequest {
  const request: Record<string, unknown> = {}
  const terms = [...positionals, ...texts(values['terms'])]
  const capabilities = texts(values['has-capabilities'])
    .flatMap((names) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (terms.length > 0) request['terms'] = terms
  if (values['has-capabilities'] !== undefined) request['has_capabilities'] = capabilities
  if (values['no-summaries'] === true) request['include_summaries'] = false
  if (values['include-deprecated'] === true) request['exclude_deprecated'] = false
  if (values['exclude-stale'] === true) request['exclude_stale'] = true
  if (values['include-all-temporal'] === true) request['include_all_temporal'] = true
  for (const name of [
    'audience',
    'scope',
    'sensitivity-max',
    'unknown-sensitivity',
    'as-of',
    'agent-role',
    'environment',
    'federation-scope',
  ] as const) {
    if (values[name] !== undefined) request[name.replaceAll('-', '_')] = values[name]
  }
  for (const name of ['max-token-budget', 'limit'] as const) {
    const written = text(values[name])
    if (written !== undefined)
      request[name.replaceAll('-', '_')] = /^\d{1,15}$/.test(written) ? Number(written) : written
  }
  return request
}
