import { relative, resolve, sep } from 'node:path'
import { importKinds, importPack, importSource, initManifest, packName, type Imported } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { fileName, fileStem } from '../../../../text/paths/paths.ts'
import { printNext, reportOmitted } from '../../render/init-text.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { choice, exitCodes, text, UsageError, type Call, type Verb } from '../../verb.ts'
import { authorPorts, shownFrom } from './pack-argument.ts'
import { rest, shownLines } from './report-outputs.ts'

export const importVerb: Verb = {
  name: 'import',
  summary: 'make a pack or manifest from notes, Markdown, llms.txt, a Skill, an OKF bundle or a manifest',
  usage: 'import <path> [--pack NAME | --manifest] [options]',
  inputs:
    'a note, a folder of Markdown, an llms.txt, a folder with SKILL.md (only the files it refers to), a bundle of ' +
    'the Open Knowledge Format, or a knowledge.yaml (only units without restrictions)',
  outputs:
    '.agents/knowledge/<name>/ with copies and status draft, and a record in its runs/; with --manifest a ' +
    'knowledge.yaml for files in place. What is left out is listed; what a manifest would lose is listed first and ' +
    'needs --accept-loss; the source and existing files are not changed; exit 1 when nothing could be imported',
  examples: [
    'lorefence import notes/refunds.md --dry-run',
    'lorefence import docs --pack handbook',
    'lorefence import ../kb --from okf --pack warehouse',
    'lorefence import llms.txt --manifest',
  ],
  options: {
    pack: { type: 'string', value: 'NAME', doc: 'Name of the pack. Default: derived from the source.' },
    manifest: { type: 'boolean', doc: 'Draft a knowledge.yaml that names the files in place, instead of a pack.' },
    from: {
      type: 'string',
      value: 'KIND',
      doc: `Kind of the source, if it is not recognized: ${importKinds.join(', ')}.`,
    },
    root: { type: 'string', value: 'DIR', doc: 'The folder to write into. Default: the current folder.' },
    'accept-loss': { type: 'boolean', doc: 'Import a manifest even though a pack cannot hold everything.' },
    'dry-run': { type: 'boolean', doc: 'Show what would be written; write nothing.' },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    const [written, ...more] = positionals
    if (written === undefined || more.length > 0) throw new UsageError('import takes one file or folder.')
    const source = resolve(terminal.cwd, written)
    if (diskFiles.kindOf(source) === undefined) throw new UsageError(`"${written}" does not exist.`, 'not-found')
    const root = resolve(terminal.cwd, text(values['root']) ?? '.')
    const kind = choice(values['from'], 'from', importKinds)
    if (values['manifest'] === true) return runManifest(call, { source, root, kind })
    const wanted = text(values['pack'])
    const name = packName(wanted ?? (fileStem(source) === 'llms' ? fileName(resolve(source, '..')) : fileStem(source)))
    if (wanted !== undefined && wanted !== name)
      throw new UsageError(
        `"${wanted}" is not a valid pack name. Use lowercase letters, digits and hyphens, such as "${name}".`,
      )
    const folder = resolve(root, '.agents/knowledge', name)
    const dryRun = values['dry-run'] === true
    const acceptLoss = values['accept-loss'] === true
    const imported = importPack(authorPorts(terminal), {
      source,
      root,
      name,
      dryRun,
      acceptLoss,
      ...(kind ? { kind } : {}),
    })
    return report(imported, { name, shown: shownFrom(terminal.cwd, folder) }, call)
  },
}

function report(
  imported: Imported,
  { name, shown }: { name: string; shown: string },
  { values, terminal }: Call,
): number {
  const { kind, files, omitted, lost, record, refused } = imported
  const ok = refused === undefined
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'import', pack: name, ok },
      {
        dryRun: values['dry-run'] === true,
        from: kind ?? null,
        folder: shown,
        files,
        omitted,
        lost,
        record: record ?? null,
        ...(ok ? {} : { refused }),
      },
    )
  else {
    if (lost.length > 0) errLine(terminal, `Lost in a pack: ${lost.join(', ')}`)
    reportOmitted(omitted, terminal)
    if (!ok) errLine(terminal, `Nothing was written. ${refused}`)
    for (const file of files.slice(0, shownLines))
      outLine(terminal, `${shown}/${file.path}: ${file.action === 'created' ? 'created' : 'would create'}`)
    if (files.length > shownLines) terminal.out(`${rest(files.length, shownLines)}\n`)
    if (ok) terminal.out(`${counted(files.length - 1, 'document')}\n`)
    if (record !== undefined)
      printNext(
        [
          `lorefence split ${shellWord(shown)}`,
          `lorefence inspect ${shellWord(shown)}`,
          `lorefence trust ${shellWord(shown)}`,
        ],
        terminal,
      )
  }
  return ok ? exitCodes.ok : exitCodes.findings
}

/** A manifest names files in place, so they must be below the folder of the manifest. */
function runManifest(
  { values, terminal }: Call,
  { source, root, kind }: { source: string; root: string; kind: (typeof importKinds)[number] | undefined },
): number {
  const found = importSource(diskFiles, source, kind)
  const paths = (found?.starts ?? []).map((start) =>
    relative(root, resolve(found?.root ?? root, start))
      .split(sep)
      .join('/'),
  )
  if (paths.some((path) => path === '..' || path.startsWith('../')))
    throw new UsageError(
      'A manifest names files in place; the source is outside the folder. Remove --manifest to copy it into a pack.',
    )
  if (diskFiles.kindOf(`${root}/knowledge.yaml`) !== undefined)
    throw new UsageError('A knowledge.yaml already exists. To add units to it: lorefence init --update')
  const dryRun = values['dry-run'] === true
  const {
    files,
    skipped,
    next,
    count = 0,
  } = paths.length === 0
    ? { files: [], skipped: [], next: [] }
    : initManifest(authorPorts(terminal), { root, shownRoot: shownFrom(terminal.cwd, root), paths, dryRun })
  const omitted = [...(found?.omitted ?? []), ...skipped]
  const ok = files.length > 0
  if (values['json'] === true)
    printRecord(terminal, { command: 'import', ok }, { dryRun, from: found?.kind ?? null, files, omitted, lost: [] })
  else {
    for (const file of files) {
      terminal.out(`${visible(file.path)}: ${file.action === 'would-create' ? 'would create' : file.action}\n`)
      if (dryRun && file.text !== undefined) terminal.out(`\n${file.text.replace(/^(?=.)/gm, '    ')}\n`)
    }
    terminal.out(`${counted(count, 'unit')}\n`)
    reportOmitted(omitted, terminal)
    printNext(dryRun ? [] : next, terminal)
  }
  return ok ? exitCodes.ok : exitCodes.findings
}
