import { basename, dirname, resolve } from 'node:path'
import { listReceipts, manifestUpkeep, type ManifestUpkeep } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { ownPorts } from '../../opening.ts'
import { concealedDiff, paintDiff } from '../../render/diff-text.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { sinceOption, sinceRevision } from '../../since-revision.ts'
import { exitCodes, UsageError, type Call, type Terminal, type Verb } from '../../verb.ts'
import { authorPorts } from './pack-argument.ts'

export const hintsVerb: Verb = {
  name: 'hints',
  summary: 'compute the hints and the version of a manifest, and propose triggers',
  usage: 'hints [manifest] [--since REVISION] [--write] [options]',
  inputs: 'a knowledge.yaml, its units, and the receipts of reads in your state folder',
  outputs:
    'the difference in "hints" and, with --since, in "version", by what changed in the units; proposed triggers: ' +
    'words of tasks that matched a unit only weakly; exit 1 when something differs and was not written',
  examples: [
    'lorefence hints',
    'lorefence hints --since origin/main --write',
    'lorefence hints docs/knowledge.yaml --json',
  ],
  options: {
    ...sinceOption,
    write: { type: 'boolean', doc: 'Write the hints and the version; without it they are only shown.' },
  },
  async run(call) {
    const { positionals, terminal } = call
    const [written = 'knowledge.yaml', ...more] = positionals
    if (more.length > 0) throw new UsageError('hints takes one manifest.')
    const path = resolve(terminal.cwd, written)
    const manifest = diskFiles.kindOf(path) === 'folder' ? resolve(path, 'knowledge.yaml') : path
    if (diskFiles.kindOf(manifest) !== 'file')
      throw new UsageError(`"${written}" does not exist here. To draft a manifest: lorefence init`, 'not-found')
    const [root, file] = [dirname(manifest), basename(manifest)]
    const upkeep = await manifestUpkeep(diskFiles, root, file, {
      receipts: (await listReceipts((await ownPorts(call)).receipts)).receipts,
      ...earlierOf(manifest, call),
    })
    return report(upkeep, { root, file }, call)
  },
}

/** The manifest at the revision; if it has not changed since, the one on the disk. */
function earlierOf(manifest: string, call: Call): { readonly earlier?: Uint8Array } {
  const revision = sinceRevision(call)
  if (!revision) return {}
  const real = diskFiles.realPath(manifest) ?? manifest
  const at = [manifest, real].find((path) => revision.changed.has(path))
  if (at !== undefined) {
    const earlier = revision.changed.get(at)
    return earlier ? { earlier } : {}
  }
  const read = diskFiles.read(dirname(manifest), basename(manifest), { limit: Number.MAX_SAFE_INTEGER })
  return read.ok ? { earlier: read.bytes } : {}
}

function report(
  upkeep: ManifestUpkeep,
  { root, file }: { root: string; file: string },
  { values, terminal }: Call,
): number {
  const { project, hints, version, missed, before, after, refused } = upkeep
  const isWritten = values['write'] === true && before !== undefined && after !== undefined
  if (isWritten) {
    const replaced = authorPorts(terminal).replace(root, file, { before, after })
    if (!replaced.ok) throw new UsageError(`"${file}" was not changed. ${replaced.detail}`)
  }
  const diff = before && after ? concealedDiff(file, before, after) : ''
  const ok = refused === undefined && (after === undefined || isWritten)
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'hints', ok },
      {
        project: project ?? null,
        hints: hints ?? null,
        version: version ?? null,
        missed: missed ?? null,
        written: isWritten,
        ...(diff === '' ? {} : { diff }),
        ...(refused === undefined ? {} : { refused }),
      },
    )
  else {
    terminal.show(paintDiff(diff, terminal.color))
    printUpkeep(upkeep, isWritten, terminal)
  }
  return ok ? exitCodes.ok : exitCodes.findings
}

function printUpkeep(
  { version, missed, after, refused }: ManifestUpkeep,
  isWritten: boolean,
  terminal: Terminal,
): void {
  const printLine = (line: string): void => errLine(terminal, line)
  if (refused !== undefined) return printLine(`Nothing was changed. ${refused}`)
  if (version?.unbumped) {
    const { added, removed, changed } = version.changes
    const what = [
      added.length && `${added.length} added`,
      removed.length && `${removed.length} removed`,
      changed.length && `${changed.length} changed`,
    ]
    const should = version.to === undefined ? '' : `; it should be "${version.to}"`
    const counts = what.filter(Boolean).join(', ')
    printLine(`warning: units changed (${counts}) and the version is still "${version.from}"${should}.`)
  }
  if (after === undefined) printLine('The hints match the units.')
  else printLine(isWritten ? 'Written.' : 'Nothing was written; add --write to write it.')
  for (const { id, triggers, tasks } of missed?.proposed ?? []) {
    outLine(terminal, `${id}: triggers: [${triggers.join(', ')}]`)
    for (const task of tasks.slice(0, 3)) outLine(terminal, `  asked: ${task}`)
  }
  for (const task of missed?.unanswered ?? []) outLine(terminal, `found nothing: ${task}`)
}
