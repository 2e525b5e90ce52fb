import { relative, resolve, sep } from 'node:path'
import { initManifest, initPack, type InitResult } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { diskWriter } from '../../../../io/disk/disk-writer.ts'
import { systemClock } from '../../../../io/system.ts'
import { countReads, startProgress } from '../../progress.ts'
import { brokenManifest, byKind, printNext, reportMissing, reportOmitted, shownPaths } from '../../render/init-text.ts'
import { visible } from '../../render/terminal/cells.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, type Terminal, type Verb } from '../../verb.ts'
import { runUpdate } from './init-update.ts'

export const initVerb: Verb = {
  name: 'init',
  summary: 'draft a first manifest, or with --pack a first knowledge pack, from existing documents',
  usage: 'init [path…] [options]\ninit --update [path…] [options]\ninit --pack [name] [path…] [options]',
  inputs:
    'documents below the root (Markdown, AsciiDoc, reStructuredText, text, HTML, notebooks, OpenAPI, JSON Schema), ' +
    'or only these paths',
  outputs:
    'knowledge.yaml and .well-known/kcp.json, or .agents/knowledge/<name>/; only --update changes an existing file; ' +
    'exit 1 when there is no document',
  examples: [
    'lorefence init --dry-run',
    'lorefence init',
    'lorefence init --update',
    'lorefence init --pack warranty docs/warranty',
  ],
  options: {
    root: { type: 'string', value: 'DIR', doc: 'The folder to draft for. Default: the current folder.' },
    update: {
      type: 'boolean',
      doc: 'Add units for the documents that knowledge.yaml does not name yet; existing content is kept.',
    },
    pack: { type: 'boolean', doc: 'Draft a knowledge pack: copies of the documents and a guide, with status draft.' },
    'dry-run': { type: 'boolean', doc: 'Show what would be written; write nothing.' },
  },
  async run({ positionals, values, terminal }) {
    const root = resolve(terminal.cwd, text(values['root']) ?? '.')
    if (diskFiles.kindOf(root) !== 'folder')
      throw new UsageError(`the folder "${text(values['root'])}" does not exist.`, 'not-found')
    const dryRun = values['dry-run'] === true
    const shownRoot = relative(terminal.cwd, root).split(sep).join('/') || '.'
    const progress = startProgress(terminal, (count) => `${counted(count, 'document')} read`)
    const ports = { files: countReads(diskFiles, progress.step), writer: diskWriter, clock: systemClock }
    const { name, paths } = readPositionals(positionals, { root, cwd: terminal.cwd, pack: values['pack'] === true })
    const options = { root, shownRoot, paths, dryRun }
    if (values['update'] === true && values['pack'] === true)
      throw new UsageError('--update changes knowledge.yaml; remove --pack.')
    if (values['update'] === true && diskFiles.kindOf(`${root}/knowledge.yaml`) !== undefined)
      return runUpdate(options, { values, terminal })
    const result = values['pack'] === true ? initPack(ports, options, name) : initManifest(ports, options)
    progress.end()
    const ok = result.files.length > 0 && result.trouble === undefined
    if (values['json'] === true) printRecord(terminal, { command: 'init', ok }, { dryRun, ...result })
    else printResult(result, { noun: values['pack'] === true ? 'document' : 'unit', root, terminal })
    return ok ? exitCodes.ok : exitCodes.findings
  },
}

interface Positionals {
  readonly name?: string
  readonly paths: readonly string[]
}

/** The first word after --pack is the pack's name, unless a file or folder of that name exists. */
function readPositionals(
  positionals: readonly string[],
  { root, cwd, pack }: { root: string; cwd: string; pack: boolean },
): Positionals {
  const [first, ...rest] = positionals
  const isName =
    pack &&
    first !== undefined &&
    /^[a-z0-9-]{1,64}$/.test(first) &&
    diskFiles.kindOf(resolve(cwd, first)) === undefined
  const paths = (isName ? rest : positionals).map((written) => {
    const path = relative(root, resolve(cwd, written)).split(sep).join('/')
    if (diskFiles.kindOf(resolve(cwd, written)) === undefined)
      throw new UsageError(`"${written}" does not exist.`, 'not-found')
    if (path === '..' || path.startsWith('../')) throw new UsageError(`"${written}" is outside the root.`)
    return path
  })
  return isName ? { name: first, paths } : { paths }
}

const actions = { created: 'created', 'would-create': 'would create', exists: 'already exists, not changed' } as const

interface Printing {
  readonly noun: 'document' | 'unit'
  readonly root: string
  readonly terminal: Terminal
}

function countLine(drafted: string, skipped: InitResult['skipped']): string {
  const { documents, others } = byKind(skipped)
  const omitted = documents.length > 0 ? [`${documents.length} omitted`] : []
  const rest = others.length > 0 ? [counted(others.length, 'other file')] : []
  return [drafted, ...omitted, ...rest].join(', ')
}

function printResult(result: InitResult, { noun, root, terminal }: Printing): void {
  const { files, skipped, next, unnamed, llms, count = 0, missing, trouble } = result
  for (const file of files) {
    terminal.out(`${visible(file.path)}: ${actions[file.action]}\n`)
    if (file.action === 'would-create' && file.text !== undefined)
      terminal.out(`\n${file.text.replace(/^(?=.)/gm, '    ')}\n`)
  }
  if (count > 0) terminal.out(`${countLine(counted(count, noun), skipped)}\n`)
  if (trouble !== undefined) terminal.err(`${brokenManifest(trouble, terminal, root)}\n`)
  reportOmitted(skipped, terminal)
  reportMissing(missing, terminal)
  if (files.length === 0)
    terminal.err(
      'Nothing was written: no document found. Write a README.md with a title and a first sentence, or name paths.\n',
    )
  if (unnamed !== undefined)
    terminal.out(
      unnamed.length > 0 ? `\nDocuments without a unit:\n${shownPaths(unnamed)}` : '\nEvery document has a unit.\n',
    )
  if (llms !== undefined)
    terminal.out(`\nTo link the manifest from llms.txt, add this line above its first ## heading:\n\n${llms}\n`)
  printNext(next, terminal)
}
