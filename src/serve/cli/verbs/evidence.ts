import { commandsForOmitted, type Evidence, type ReleasedEvidence, type RefusedGuide } from '../../../app/index.ts'
import { namedPacks } from '../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { refusedCode, reportRefusal, unknownNameError } from '../render/refusal-text.ts'
import { excerptPlaces } from '../render/terminal/json.ts'
import { errCommands, errLine, printRecord } from '../render/terminal/print.ts'
import { exitCodes, text, UsageError, wholeNumber, type Terminal, type Verb } from '../verb.ts'
import { viewOptions } from '../view-options.ts'

export const evidenceVerb: Verb = {
  name: 'evidence',
  summary: 'print the anchors and excerpts of a claim or a section of a pack, fenced as data',
  usage: 'evidence <pack>[#claim] [options]',
  inputs: 'a pack by its name, its ref or its folder; without a claim or section, its claims are listed',
  outputs:
    'the fenced excerpts on stdout; anchors and the receipt id on stderr; exit 1 when there is no such claim ' +
    'or approval is needed, 3 when it is denied',
  examples: [
    'lorefence evidence harbor-kiosk --claim temperature',
    'lorefence evidence pack:harbor-kiosk#compiled/facts.md#warranty',
    'lorefence evidence harbor-kiosk --json',
  ],
  options: {
    ...knowledgeOptions,
    claim: { type: 'string', value: 'ID', doc: 'Id of a claim, as in the source map or the list of claims.' },
    section: { type: 'string', value: 'PATH#HEADING', doc: 'A section of a file of the pack.' },
    budget: { type: 'string', value: 'TOKENS', doc: 'Maximum tokens, envelope included. Default: 2000.' },
  },
  async run(call) {
    const {
      values,
      terminal,
      positionals: [written],
    } = call
    if (written === undefined || call.positionals.length !== 1)
      throw new UsageError('evidence needs one pack. Try "lorefence evidence harbor-kiosk --claim temperature".')
    const hash = written.indexOf('#')
    const [pack, rest] = hash < 0 ? [written, ''] : [written.slice(0, hash), written.slice(hash)]
    const named = namedPacks([pack], call)
    const budget = wholeNumber(values['budget'], 'budget')
    const [claim, section] = [text(values['claim']), text(values['section'])]
    const { knowledge } = await openForVerb({ values: named.values, terminal })
    const evidence = await knowledge.evidence(`${named.names[0] ?? ''}${rest}`, {
      ...(claim === undefined ? {} : { claim }),
      ...(section === undefined ? {} : { section }),
      ...(budget === undefined ? {} : { budget }),
    })
    if (evidence.outcome === 'unknown')
      throw unknownNameError(evidence, pack, {
        catalog: knowledge.catalog,
        remark: ' Only packs have claims and sources; a unit is itself a source.',
      })
    const code = exitCodeOf(evidence)
    if (values['json']) printJson(evidence, code, terminal)
    else if (evidence.outcome === 'given')
      printText(
        evidence,
        commandsForOmitted(knowledge.catalog, evidence.omitted, { cwd: terminal.cwd, options: viewOptions(call) }),
        terminal,
      )
    else reportRefusal(evidence, 'was not read', { call, catalog: knowledge.catalog })
    return code
  },
}

function exitCodeOf(evidence: ReleasedEvidence | RefusedGuide): number {
  if (evidence.outcome === 'refused') return refusedCode(evidence.verdict)
  const { excerpts, omitted } = evidence
  if (excerpts.length === 0 && omitted.some(({ reason }) => reason === 'budget')) return exitCodes.budget
  return evidence.anchors.length > 0 ? exitCodes.ok : exitCodes.findings
}

function printJson(evidence: Evidence, code: number, terminal: Terminal): void {
  const outcome = { command: 'evidence', pack: evidence.ref.replace(/^pack:/, ''), ok: code === exitCodes.ok }
  const places = evidence.outcome === 'given' ? { excerpts: excerptPlaces(evidence.excerpts) } : {}
  printRecord(terminal, outcome, { ...evidence, ...places })
}

/** Maximum lines of a kind. */
const most = 20

function printText(
  { fenced, claims, anchors, findings, provenance, omitted, missing, tokens, tokenizer, receipt }: ReleasedEvidence,
  commands: readonly string[],
  terminal: Terminal,
): void {
  const printLine = (line: string): void => errLine(terminal, line)
  if (fenced !== '') terminal.out(`${fenced}\n`)
  for (const { id, status, source, updated } of claims.slice(0, most))
    printLine(`claim ${id}: ${[status, source ?? 'no source', updated].filter(Boolean).join(', ')}`)
  if (claims.length > most) printLine(`claim ${claims.length - most} more; --json lists them all`)
  if (claims.length <= 1) for (const anchor of anchors.slice(0, most)) printLine(`anchor ${anchor}`)
  for (const { severity, path, message } of findings.slice(0, most)) printLine(`run ${severity} ${path}: ${message}`)
  if (provenance)
    printLine(`made by ${[provenance.name, provenance.version, provenance.compiledBy].filter(Boolean).join(', ')}`)
  for (const { path, detail } of omitted.slice(0, most)) printLine(`omitted ${path ?? ''}: ${detail}`)
  errCommands(terminal, commands)
  for (const line of missing) printLine(`missing: ${line}`)
  printLine(`${tokens} tokens (${tokenizer}) · receipt ${receipt.id}`)
}
