import { basename, dirname, resolve } from 'node:path'
import { exportManifest, exportPack, migrateAuthored, type Exported } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { concealedDiff, paintDiff } from '../../render/diff-text.ts'
import { reportOmitted } from '../../render/init-text.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { choice, exitCodes, UsageError, type Call, type Verb } from '../../verb.ts'
import { authorPorts, packArgument, packFolder } from './pack-argument.ts'

export const exportVerb: Verb = {
  name: 'export',
  summary: 'print a pack as a manifest or llms.txt, or a manifest as llms.txt',
  usage: 'export <pack|manifest> --to manifest|llms [options]',
  inputs: 'the folder or name of a pack, or a knowledge.yaml',
  outputs:
    'the text on stdout, with paths relative to the source; losses are listed first on stderr, and a manifest with ' +
    'losses is printed only with --accept-loss; units that restrict their use, and packs that need an approval, are ' +
    'left out; exit 1 when nothing is exported',
  examples: [
    'lorefence export warranty --to manifest --accept-loss --output .agents/knowledge/warranty/knowledge.yaml',
    'lorefence export knowledge.yaml --to llms',
  ],
  options: {
    to: { type: 'string', value: 'FORMAT', doc: 'manifest or llms.' },
    'accept-loss': { type: 'boolean', doc: 'Export even though the other format cannot hold everything.' },
  },
  async run(call) {
    const { positionals, values } = call
    const [written, ...more] = positionals
    const to = choice(values['to'], 'to', ['manifest', 'llms'] as const)
    if (written === undefined || more.length > 0 || to === undefined)
      throw new UsageError('export takes one pack or manifest, and --to manifest or --to llms.')
    return report(exported(written, to, call), call)
  },
}

function exported(written: string, to: 'manifest' | 'llms', { values, terminal }: Call): Exported {
  const ports = authorPorts(terminal)
  const path = resolve(terminal.cwd, written)
  if (!/\.ya?ml$/i.test(written) || diskFiles.kindOf(path) !== 'file')
    return exportPack(ports, packFolder(written, terminal), { to, acceptLoss: values['accept-loss'] === true })
  if (to === 'manifest') throw new UsageError(`"${written}" is a manifest already.`)
  return exportManifest(ports, dirname(path), basename(path))
}

function report({ name, text, lost, omitted, refused }: Exported, { values, terminal }: Call): number {
  const ok = refused === undefined
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'export', pack: name, ok },
      { lost, omitted, ...(text === undefined ? {} : { text }), ...(ok ? {} : { refused }) },
    )
  else {
    if (lost.length > 0) errLine(terminal, `Lost: ${lost.join(', ')}`)
    reportOmitted(omitted, terminal)
    if (!ok) errLine(terminal, `Nothing was exported. ${refused}`)
    if (text !== undefined) terminal.out(text)
  }
  return ok ? exitCodes.ok : exitCodes.findings
}

export const migrateVerb: Verb = {
  name: 'migrate',
  summary: 'update a pack with what newer versions of the standard ask for',
  usage: 'migrate <pack> [options]',
  inputs: 'the folder or name of a pack of Agent Knowledge v0.5',
  outputs:
    'profile, runtime.mode and primaryDocument in KNOWLEDGE.md where they follow from its folders, suites in evals/ ' +
    'in the current form, and a record in runs/; no declared value changes',
  examples: ['lorefence migrate warranty --dry-run', 'lorefence migrate .agents/knowledge/warranty'],
  options: { 'dry-run': { type: 'boolean', doc: 'Show the difference; write nothing.' } },
  async run(call) {
    const { values, terminal } = call
    const root = packArgument(call, 'migrate')
    const dryRun = values['dry-run'] === true
    const { pack, migrations, record, refused } = migrateAuthored(authorPorts(terminal), root, { dryRun })
    const encoder = new TextEncoder()
    const files = migrations.map(({ path, before, after, steps }) => ({
      path,
      steps,
      diff: concealedDiff(path, encoder.encode(before), encoder.encode(after)),
    }))
    const ok = refused === undefined
    if (values['json'] === true)
      printRecord(
        terminal,
        { command: 'migrate', pack, ok },
        { dryRun, files, record: record ?? null, ...(ok ? {} : { refused }) },
      )
    else {
      if (dryRun) for (const { diff } of files) terminal.show(paintDiff(diff, terminal.color))
      for (const { path, steps } of files)
        outLine(terminal, `${path}: ${dryRun ? 'would add' : 'added'} ${steps.join(', ')}`)
      if (!ok) errLine(terminal, `Nothing was changed. ${refused}`)
      else if (files.length === 0) terminal.err('Nothing to migrate.\n')
      if (record !== undefined) errLine(terminal, `Recorded in ${record}`)
    }
    return ok ? exitCodes.ok : exitCodes.findings
  },
}
