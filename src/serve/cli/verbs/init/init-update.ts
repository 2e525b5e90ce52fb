import { updateManifest, type InitOptions, type ManifestUpdate } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { replaceFile } from '../../../../io/disk/replace-file.ts'
import { systemClock } from '../../../../io/system.ts'
import { concealedDiff, paintDiff } from '../../render/diff-text.ts'
import { brokenManifest, printNext, reportMissing, reportOmitted } from '../../render/init-text.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, type Call } from '../../verb.ts'

/** `unchanged`: there was nothing to add. `failed`: the manifest has to be edited by hand. */
type Action = 'updated' | 'would-update' | 'unchanged' | 'failed'

/** Appends units for new documents to the manifest atomically, or reports why not. */
export function runUpdate(options: InitOptions, { values, terminal }: Pick<Call, 'values' | 'terminal'>): number {
  const update = updateManifest(diskFiles, { ...options, now: systemClock.now() })
  const { action, detail } = applyUpdate(update, options.dryRun)
  const { change } = update
  const diff = change ? concealedDiff(change.file, change.before, change.after) : ''
  const next = action === 'updated' ? update.next : []
  const ok = action !== 'failed'
  if (values['json'] === true) {
    const file = {
      path: 'knowledge.yaml',
      action,
      ...(diff === '' ? {} : { diff }),
      ...(detail === undefined ? {} : { detail }),
    }
    const { unnamed, skipped, missing, byHand } = update
    printRecord(
      terminal,
      { command: 'init', ok },
      {
        dryRun: options.dryRun,
        files: [file],
        unnamed,
        skipped,
        ...(missing ? { missing } : {}),
        next,
        ...(byHand === undefined ? {} : { byHand }),
      },
    )
    return ok ? exitCodes.ok : exitCodes.findings
  }
  terminal.show(paintDiff(diff, terminal.color))
  if (update.trouble !== undefined) terminal.err(`${brokenManifest(update.trouble, terminal, options.root)}\n`)
  else terminal.err(`${line(action, update, detail)}\n`)
  if (update.byHand !== undefined) terminal.out(update.byHand)
  reportOmitted(update.skipped, terminal)
  reportMissing(update.missing, terminal)
  printNext(next, terminal)
  return ok ? exitCodes.ok : exitCodes.findings
}

function applyUpdate(
  { change, byHand, trouble }: ManifestUpdate,
  dryRun: boolean,
): { readonly action: Action; readonly detail?: string } {
  if (trouble !== undefined) return { action: 'failed', detail: trouble }
  if (byHand !== undefined) return { action: 'failed', detail: 'Its list of units cannot be extended.' }
  if (!change) return { action: 'unchanged' }
  if (dryRun) return { action: 'would-update' }
  const replaced = replaceFile(change.root, change.file, change)
  return replaced.ok ? { action: 'updated' } : { action: 'failed', detail: replaced.detail }
}

function line(action: Action, { byHand, unnamed }: ManifestUpdate, detail = ''): string {
  switch (action) {
    case 'updated':
      return `knowledge.yaml: ${counted(unnamed.length, 'unit')} added. Check every new intent.`
    case 'would-update':
      return 'Nothing changed.'
    case 'unchanged':
      return 'knowledge.yaml: every document has a unit.'
    case 'failed':
      return `knowledge.yaml: not changed. ${detail}${byHand === undefined ? '' : ' Add these units to it:'}`
  }
}
