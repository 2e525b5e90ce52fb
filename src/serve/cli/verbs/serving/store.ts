import { resolve } from 'node:path'
import { linesIntoFiles, linesOfFiles } from '../../../../io/stores/file-content.ts'
import { stateFolder } from '../../../../io/stores/state-folder.ts'
import { readStoreFile, writeStoreFile } from '../../../../io/stores/store-file.ts'
import type { StoreLine } from '../../../../io/stores/store-lines.ts'
import { systemPorts } from '../../../../io/system.ts'
import { configForVerb } from '../../opening.ts'
import { storeOption } from '../../ports-for.ts'
import { outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, type Call, type Verb } from '../../verb.ts'

/** A state folder or a database. */
interface Place {
  readonly shown: string
  lines(): AsyncIterable<StoreLine>
  fill(lines: AsyncIterable<StoreLine>): Promise<void>
}

export const storeVerb: Verb = {
  name: 'store',
  summary: 'export or import grants, approvals, keys and receipts, or prepare a database for them',
  usage: 'store export <file>|import <file>|migrate [--store URL]',
  inputs: 'the files of your state folder, or the database of --store or of your config; to import, an exported file',
  outputs:
    'export: a new file that only you can read, because it has the key of hidden tasks; ' +
    'import: into an empty store, in a database all or nothing',
  examples: [
    'lorefence store export all.jsonl',
    'lorefence store import all.jsonl --store postgres://lorefence_owner@db.internal/lorefence?sslmode=verify-full',
    'lorefence store migrate',
  ],
  network: 'it connects to the database of --store or of your config',
  options: storeOption,
  async run(call) {
    const [action = '', path, ...more] = call.positionals
    if (!['export', 'import', 'migrate'].includes(action))
      throw new UsageError(`store takes export, import or migrate${action === '' ? '' : `, not "${action}"`}.`)
    if (more.length > 0 || (path === undefined) !== (action === 'migrate'))
      throw new UsageError(action === 'migrate' ? 'store migrate takes no file.' : `store ${action} needs one file.`)
    const { place, applied } = await placeFor(call)
    const file = resolve(call.terminal.cwd, path ?? '')
    if (action === 'migrate') return report(call, { applied, store: place.shown }, migratedText(applied, place.shown))
    if (action === 'export') {
      const lines = await writeStoreFile(file, place.lines(), [call.terminal.cwd])
      return report(
        call,
        { lines, store: place.shown, file },
        `${counted(lines, 'line')} of ${place.shown} exported to ${file}`,
      )
    }
    let lines = 0
    await place.fill(counting(readStoreFile(file), () => lines++))
    return report(
      call,
      { lines, store: place.shown, file },
      `${counted(lines, 'line')} of ${file} imported to ${place.shown}`,
    )
  },
}

/** The database is brought up to date first. */
async function placeFor({
  values,
  terminal,
}: Call): Promise<{ readonly place: Place; readonly applied: readonly string[] }> {
  const { config } = configForVerb({ values: {}, terminal }, systemPorts(terminal.env))
  if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
  const url = text(values['store']) ?? config.store
  if (url === undefined) {
    const state = stateFolder(terminal.env)
    const place = {
      shown: state,
      lines: () => linesOfFiles(state),
      fill: (lines: AsyncIterable<StoreLine>) => linesIntoFiles(state, lines),
    }
    return { place, applied: [] }
  }
  const { openStore } = await import('../../../../io/postgres/index.ts')
  const { database, applied, lines, fill } = await openStore(url, terminal.env)
  terminal.atEnd?.(() => database.close())
  return { place: { shown: database.shown, lines, fill }, applied }
}

const migratedText = (applied: readonly string[], store: string): string =>
  applied.length === 0 ? `${store} is up to date` : `${store}: ${applied.join(', ')} applied`

function report({ values, terminal }: Call, facts: object, line: string): number {
  if (values['json'] === true) printRecord(terminal, { command: 'store' }, facts)
  else outLine(terminal, line)
  return exitCodes.ok
}

async function* counting(lines: AsyncIterable<StoreLine>, step: () => void): AsyncGenerator<StoreLine> {
  for await (const line of lines) {
    step()
    yield line
  }
}
