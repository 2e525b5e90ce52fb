import { resolve } from 'node:path'
import { chooseFiles, pushWorkspace, type LeftOutFile } from '../../../../app/index.ts'
import { systemPorts } from '../../../../io/system.ts'
import { fileName } from '../../../../text/paths/paths.ts'
import { configForVerb, reportScan } from '../../opening.ts'
import { storeOption, storeUrl, workspaceName } from '../../ports-for.ts'
import { countReads, startProgress } from '../../progress.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, type Terminal, type Verb } from '../../verb.ts'

export const pushVerb: Verb = {
  name: 'push',
  summary: 'store the knowledge of a workspace in PostgreSQL, so that servers need no checkout of it',
  usage: 'push <folder> --store URL [--workspace NAME]',
  inputs:
    'a folder; stored are the files that packs and manifests name, their signatures and the config of the workspace',
  outputs: 'what was stored, in one line; what was left out, on stderr; exit 1 if there is no knowledge',
  examples: [
    'lorefence push . --store postgres://lorefence@db.internal/lorefence --workspace harbor',
    'lorefence serve --store postgres://lorefence@db.internal/lorefence --workspace harbor',
  ],
  network: 'it connects to the database of --store, or of "store" in your config',
  options: {
    ...storeOption,
    workspace: {
      type: 'string',
      value: 'NAME',
      doc: 'Name of the workspace in the store. Default: the name of the folder.',
    },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('push needs one folder. Try "lorefence push .".')
    const ports = systemPorts(terminal.env)
    const root = ports.files.realPath(resolve(terminal.cwd, path))
    if (root === undefined || ports.files.kindOf(root) !== 'folder')
      throw new UsageError(`The folder "${path}" does not exist.`)
    const { config } = configForVerb({ values: { root: [root] }, terminal }, ports)
    if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
    const url = storeUrl(call, config)
    if (url === undefined)
      throw new UsageError('push needs --store with the URL of a PostgreSQL database, or "store" in your config.')
    const workspace = workspaceName(text(values['workspace']) ?? fileName(root))
    const { allowTypes, restraints } = config
    const reading = startProgress(terminal, (count) => `${counted(count, 'file')} read`)
    const chosen = chooseFiles({ ...ports, files: countReads(ports.files, reading.step) }, root, {
      allowTypes,
      ignore: restraints.ignore ?? [],
      ...(restraints.signatures ? { signatures: restraints.signatures } : {}),
    })
    reading.end()
    reportScan(chosen.catalog, terminal)
    reportLeftOut(chosen.leftOut, terminal)
    if (chosen.catalog.entries.length === 0) {
      terminal.err(`There is no pack and no manifest in "${visible(path)}" that can be used; nothing was stored.\n`)
      return exitCodes.findings
    }
    const indexing = startProgress(terminal, (count) => `${counted(count, 'text')} indexed`)
    const place = { url, env: terminal.env, workspace }
    const pushed = await pushWorkspace(ports, chosen, { place, onIndexed: indexing.step })
    indexing.end()
    if (values['json'] === true) printRecord(terminal, { command: 'push' }, pushed)
    else
      outLine(
        terminal,
        `${pushed.workspace}: revision ${pushed.revision} with ${counted(pushed.files, 'file')}, ` +
          `${pushed.changed} changed, ${counted(pushed.sent, 'content')} sent (${pushed.sentBytes} bytes)`,
      )
    return exitCodes.ok
  },
}

/** Maximum files that are listed; --json has all. */
const shownLeftOut = 10

function reportLeftOut(leftOut: readonly LeftOutFile[], terminal: Terminal): void {
  for (const { path, reason } of leftOut.slice(0, shownLeftOut)) errLine(terminal, `left out: ${path}: ${reason}`)
  const rest = leftOut.length - shownLeftOut
  if (rest > 0) terminal.err(`left out: ${counted(rest, 'more file')}; --json lists them.\n`)
}
