import type { ReadResult } from '../../../index.ts'
import { namedPacks } from '../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { visible } from '../render/cells.ts'
import { jsonText } from '../render/json-text.ts'
import { scriptEnvelope } from '../render/script-envelope.ts'
import { exitCodes, texts, UsageError, wholeNumber, type Terminal, type Verb } from '../verb.ts'

export const readVerb: Verb = {
  name: 'read',
  summary: 'give the smallest part of the granted knowledge that answers a task, fenced as data',
  usage: 'read "<task>" [options]',
  inputs: 'a task in words; the packs of the current folder or of --root',
  outputs: 'the fenced text on stdout, the receipt id and what was left out on stderr',
  examples: ['lorefence read "How long does the battery last?"', 'lorefence read "Which warranty applies?" --pack harbor-kiosk --budget 600 --json'],
  options: {
    ...knowledgeOptions,
    pack: { type: 'string', multiple: true, value: 'PACK', doc: 'Use only this pack, by its name, its ref or its folder; repeatable.' },
    budget: { type: 'string', value: 'TOKENS', doc: 'Most tokens of the answer, wrapper included. Default: 2000.' },
    explain: { type: 'boolean', doc: 'Say why each excerpt was taken.' },
  },
  async run({ positionals, values, terminal }) {
    const task = positionals.join(' ').trim()
    if (task === '') throw new UsageError('read needs a task. Try: lorefence read "How do I …?"')
    const { names: packs, values: opening } = namedPacks(texts(values['pack']), { values, terminal })
    const budget = wholeNumber(values['budget'], 'budget')
    const { knowledge, config } = await openForVerb({ values: opening, terminal })
    const ceiling = config.restraints.budget
    if (budget !== undefined && ceiling !== undefined && budget > ceiling) terminal.err(`The budget is ${ceiling} tokens, the ceiling of the config.\n`)
    const result = await knowledge.read({ task, ...(packs.length > 0 ? { packs } : {}), ...(budget === undefined ? {} : { budget }) })
    const code = exitCodeOf(result, packs)
    if (values['json']) printJson(result, texts(values['pack'])[0], code, terminal)
    else narrate(result, values['explain'] === true, terminal)
    return code
  },
}

function printJson(result: ReadResult, pack: string | undefined, code: number, terminal: Terminal): void {
  const ok = code === exitCodes.ok
  terminal.out(jsonText({ ...scriptEnvelope({ kind: 'context', command: 'read', pack, diagnostics: result.warnings }), ok, status: ok ? 'ok' : 'failed', ...result }))
}

/** How many left-out things a person is told about. */
const shownLeft = 5

function narrate(result: ReadResult, explain: boolean, terminal: Terminal): void {
  const say = (line: string): void => terminal.err(`${visible(line)}\n`)
  if (result.fenced !== '') terminal.out(`${result.fenced}\n`)
  if (explain) for (const { ref, path, headings, tokens, why } of result.excerpts) say(`taken ${ref} ${[path, ...headings].join(' › ')} (${tokens} tokens): ${why}`)
  for (const { ref, path, detail } of result.left.slice(0, shownLeft)) say(`left  ${ref}${path ? ` ${path}` : ''}: ${detail}`)
  if (result.left.length > shownLeft) say(`left  ${result.left.length - shownLeft} more; --json lists them all`)
  for (const line of result.missing) say(`missing: ${line}`)
  for (const { severity, message } of result.warnings) say(`${severity}: ${message}`)
  say(`${result.tokens} tokens (${result.tokenizer}) · receipt ${result.receipt.id}`)
}

function exitCodeOf(result: ReadResult, packs: readonly string[]): number {
  if (result.warnings.some(({ name }) => name === 'budget-too-small')) return exitCodes.budget
  if (result.left.some(({ reason }) => reason === 'unknown')) return exitCodes.trouble
  if (result.excerpts.length > 0) return exitCodes.ok
  if (result.left.some(({ reason }) => reason === 'approval-stale' || reason === 'disabled')) return exitCodes.findings
  const verdicts = new Set(result.receipt.decisions.map(({ verdict }) => verdict))
  if (packs.length === 1 && verdicts.has('deny')) return exitCodes.denied
  return verdicts.has('ask') && !verdicts.has('allow') ? exitCodes.findings : exitCodes.ok
}
