import { basename, dirname, resolve } from 'node:path'
import { findReceipt, openCatalog, recordCase, type Quality } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { diskWriter } from '../../../../io/disk/disk-writer.ts'
import { writeOutputFile } from '../../../../io/disk/replace-file.ts'
import { limits } from '../../../../model/limits.ts'
import { openingFor, ownPorts, reportScan } from '../../opening.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { exitCodes, text, texts, UsageError, type Call } from '../../verb.ts'

/** `--record`: a read that a person judged becomes a case. */
export async function runRecord(call: Call): Promise<number> {
  const { positionals, values, terminal } = call
  const id = text(values['record']) ?? ''
  const [isGood, isBad] = [values['good'] === true, values['bad'] === true]
  const expected = texts(values['expect'])
  if (isGood === isBad) throw new UsageError('--record takes --good or --bad.')
  if (isGood && expected.length > 0) throw new UsageError('--expect is for a reply that was bad.')
  if (positionals.length > 1) throw new UsageError('--record takes at most one pack.')
  const receipt = await findReceipt((await ownPorts(call)).receipts, id)
  if (!receipt) throw new UsageError(`the receipt "${id}" was not found. Try "lorefence receipts list".`)
  const [pack] = positionals
  const catalog = await openCatalog((await openingFor(call)).options)
  reportScan(catalog, terminal)
  const recorded = recordCase(diskWriter, catalog, receipt, {
    isGood,
    expected,
    ...(pack === undefined ? {} : { pack }),
  })
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'eval', pack: recorded.ok ? recorded.pack : undefined },
      { ...recorded, status: recorded.ok ? 'ok' : 'failed' },
    )
  else if (recorded.ok) outLine(terminal, `${recorded.pack}: ${recorded.path} created`)
  else errLine(terminal, `No case was created. ${recorded.detail}`)
  return recorded.ok ? exitCodes.ok : exitCodes.findings
}

/** `--history`: the figures of this run as one more line; earlier lines stay as they are. */
export function appendHistory(
  { values, terminal: { cwd } }: Call,
  { quality, time }: { readonly quality: Quality; readonly time: Date },
): void {
  const file = text(values['history'])
  if (file === undefined) return
  const path = resolve(cwd, file)
  const kind = diskFiles.kindOf(path)
  const read =
    kind === undefined ? undefined : diskFiles.read(dirname(path), basename(path), { limit: limits.documentBytes })
  if (read && !read.ok) throw new UsageError(`"${file}" cannot be read. ${read.detail}`)
  const old = read ? Buffer.from(read.bytes).toString('utf8') : ''
  const line = JSON.stringify({ time: time.toISOString(), ...quality })
  const bytes = new TextEncoder().encode(`${old}${old === '' || old.endsWith('\n') ? '' : '\n'}${line}\n`)
  const written = writeOutputFile(path, bytes, { foreign: [cwd] })
  if (!written.ok) throw new UsageError(`"${file}" was not written. ${written.detail}`)
}
