import type { GivenGuide, Guide, RefusedGuide } from '../../../index.ts'
import { namedPacks } from '../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { visible } from '../render/cells.ts'
import { jsonText } from '../render/json-text.ts'
import { scriptEnvelope } from '../render/script-envelope.ts'
import { exitCodes, text, UsageError, type Terminal, type Verb } from '../verb.ts'

export const activateVerb: Verb = {
  name: 'activate',
  summary: 'give the guide of one pack, fenced as data, with the list of what could be read next',
  usage: 'activate <pack> [options]',
  inputs: 'a pack by its name, its ref or its folder',
  outputs: 'the fenced guide on stdout, the receipt id on stderr; exit 1 when a person has to say yes first, 3 when it is denied',
  examples: ['lorefence activate harbor-kiosk', 'lorefence activate .agents/knowledge/harbor-kiosk --session support-42 --json'],
  options: {
    ...knowledgeOptions,
    session: { type: 'string', value: 'ID', doc: 'Give the guide once per session; afterwards only say that it was given.' },
    again: { type: 'boolean', doc: 'Give the text once more, although the session has it.' },
  },
  async run(call) {
    const { values, terminal } = call
    if (call.positionals.length !== 1) throw new UsageError('activate needs one pack. Try "lorefence activate harbor-kiosk".')
    const named = namedPacks(call.positionals, call)
    const session = text(values['session'])
    const { knowledge } = await openForVerb({ values: named.values, terminal })
    const guide = await knowledge.guide(named.names[0] ?? '', { ...(session === undefined ? {} : { session }), again: values['again'] === true })
    if (guide.outcome === 'unknown') throw new UsageError(`there is no pack "${call.positionals[0]}" here.${guide.near[0] === undefined ? '' : ` Did you mean "${guide.near[0]}"?`}`)
    if (values['json']) printJson(guide, terminal)
    else narrate(guide, terminal)
    if (guide.outcome === 'given') return exitCodes.ok
    return guide.verdict === 'deny' ? exitCodes.denied : exitCodes.findings
  },
}

function printJson(guide: Guide, terminal: Terminal): void {
  const envelope = scriptEnvelope({ kind: 'guide', command: 'activate', pack: guide.ref.replace(/^pack:/, ''), diagnostics: [] })
  const given = guide.outcome === 'given'
  terminal.out(jsonText({ ...envelope, ok: given, status: given ? 'ok' : 'failed', ...guide }))
}

function narrate(guide: GivenGuide | RefusedGuide, terminal: Terminal): void {
  const say = (line: string): void => terminal.err(`${visible(line)}\n`)
  if (guide.outcome === 'given') {
    terminal.out(`${guide.fenced}\n`)
    for (const warning of guide.warnings) say(`warning: ${warning}`)
    for (const { severity, message, where } of guide.findings) say(`${severity}: ${where.file}:${where.range?.start.line}: ${message}`)
    say(`${guide.tokens} tokens (${guide.tokenizer}) · receipt ${guide.receipt.id}`)
    return
  }
  say(`${guide.ref} was not activated; nothing of it is shown.`)
  const reasons = (guide.decision?.reasons ?? []).filter(({ verdict }) => verdict !== 'allow')
  for (const { gate, verdict, sentence, change } of reasons) say(`  ${verdict} ${gate}: ${[sentence, change].filter(Boolean).join(' ')}`)
  if (reasons.length === 0) for (const { detail } of guide.left) say(`  ${detail}`)
}
