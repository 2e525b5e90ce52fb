import { inspectForReview, type InspectedPack } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { printNext } from '../../render/init-text.ts'
import { visible } from '../../render/terminal/cells.ts'
import { jsonText, scriptEnvelope } from '../../render/terminal/json.ts'
import { counted, countsOf } from '../../render/terminal/words.ts'
import { exitCodes, type Verb } from '../../verb.ts'
import { packArgument, shownFrom } from './pack-argument.ts'

export const inspectVerb: Verb = {
  name: 'inspect',
  summary: 'show what a reviewer needs to know about a pack, on one screen',
  usage: 'inspect <pack> [options]',
  inputs: 'the folder or name of one pack',
  outputs: 'its state, contents, claims, sources, last compile run and last review; exit 1 when it has an error',
  examples: ['lorefence inspect warranty', 'lorefence inspect .agents/knowledge/warranty --json'],
  options: {},
  async run(call) {
    const { values, terminal } = call
    const root = packArgument(call, 'inspect')
    const inspected = inspectForReview(diskFiles, root)
    const { pack, diagnostics } = inspected
    const envelope = scriptEnvelope({ kind: 'inspect', command: 'inspect', pack, diagnostics })
    if (values['json'] === true) {
      const { diagnostics: _listed, ...facts } = inspected
      terminal.out(jsonText({ ...envelope, ...facts }))
    } else {
      terminal.out(
        rowsOf(inspected)
          .map(([name, value]) => `${name.padEnd(12)} ${visible(value)}\n`)
          .join(''),
      )
      const shown = shellWord(shownFrom(terminal.cwd, root))
      printNext([`lorefence claims ${shown}`, `lorefence health ${shown}`, `lorefence validate ${shown}`], terminal)
    }
    return envelope.ok ? exitCodes.ok : exitCodes.findings
  },
}

type Row = readonly [name: string, value: string]

function rowsOf(inspected: InspectedPack): readonly Row[] {
  const { pack, head, inspection, claims, brokenSources, sourceCoverage, outdated, compiled, reviewed } = inspected
  const { proposals, diagnostics } = inspected
  const count = (severity: string): number => diagnostics.filter((found) => found.severity === severity).length
  const found = countsOf({ errors: count('error'), warnings: count('warning'), infos: count('info') })
  const states = Object.entries(claims).map(([state, number]) => `${number} ${state}`)
  const { declared } = inspection.provenance
  return [
    ['pack', `${pack ?? 'without a usable name'}${head.version === undefined ? '' : ` ${head.version}`}`],
    [
      'status',
      [head.status ?? 'unknown', head.updated === undefined ? '' : `updated ${head.updated}`]
        .filter(Boolean)
        .join(', '),
    ],
    [
      'declares',
      [head.type, head.profile, head.trust, head.grounding && `grounding ${head.grounding}`].filter(Boolean).join(', '),
    ],
    ['contents', inspection.folders.map(({ name, files }) => `${name}/ ${files}`).join(', ') || 'only the guide'],
    [
      'claims',
      states.length === 0
        ? 'none'
        : `${states.join(', ')}${brokenSources > 0 ? `; ${brokenSources} without an existing source` : ''}`,
    ],
    ...(sourceCoverage === undefined
      ? []
      : [['traceable', `${Math.round(sourceCoverage * 100)} % of the compiled facts`] as Row]),
    ...(outdated.length === 0
      ? []
      : [['outdated', `${counted(outdated.length, 'split')}; their documents changed`] as Row]),
    ['compiled', compiled ? `${compiled.status ?? 'unknown'}, ${compiled.path}` : 'never recorded'],
    [
      'reviewed',
      reviewed
        ? `${reviewed.from} → ${reviewed.to} by ${reviewed.by}, ${reviewed.time.slice(0, 10)}: ${reviewed.note}`
        : 'never recorded',
    ],
    ...(proposals.length === 0
      ? []
      : [['proposals', `${counted(proposals.length, 'correction')} in sources/proposals/`] as Row]),
    ...(declared
      ? [['made by', [declared.kind, declared.name, declared.version].filter(Boolean).join(' ')] as Row]
      : []),
    ['standard', `${inspection.standard.version}`],
    ['findings', found === '' ? 'none' : found],
  ]
}
