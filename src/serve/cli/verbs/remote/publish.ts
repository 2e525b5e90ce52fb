import { basename, dirname, join, resolve, sep } from 'node:path'
import { commandsForOmitted, openCatalog, publish, type Catalog, type Published } from '../../../../app/index.ts'
import { swapFolder } from '../../../../io/disk/swap-folder.ts'
import type { Files } from '../../../../model/ports.ts'
import { openingFor, reportScan } from '../../opening.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errCommands, errLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, type Call, type Verb } from '../../verb.ts'

export const publishVerb: Verb = {
  name: 'publish',
  summary: 'write public knowledge as files that any web server can host',
  usage: 'publish <folder> --out <folder> [options]',
  inputs: 'a workspace with a granted manifest',
  outputs:
    'in the folder of --out: knowledge.yaml, the files of its public units, llms.txt, .well-known/kcp.json and, with ' +
    '--url, an agent card; one line each on stdout, and on stderr what is left out, with the reason; ' +
    'exit 1 when nothing can be published',
  examples: [
    'lorefence publish . --out ../site --dry-run',
    'lorefence publish . --out ../site --url https://docs.example.com',
  ],
  options: {
    out: {
      type: 'string',
      value: 'DIR',
      doc: 'Folder to write, outside the workspace. Only files that publish wrote there earlier are replaced.',
    },
    url: {
      type: 'string',
      value: 'URL',
      doc: 'Origin that will serve the folder, such as https://docs.example.com; for the agent card.',
    },
    'dry-run': { type: 'boolean', doc: 'Show what would be written; write nothing.' },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    const [written, ...more] = positionals
    const target = text(values['out'])
    if (written === undefined || more.length > 0 || target === undefined)
      throw new UsageError('publish takes one folder and --out. Try "lorefence publish . --out ../site".')
    const folder = resolve(terminal.cwd, written)
    const origin = originIn(text(values['url']))
    const { options, requester, config, ports } = await openingFor({
      values: { ...values, root: [folder], 'no-user': true },
      terminal,
    })
    const out = outsideOf(ports.files, folder, resolve(terminal.cwd, target))
    const catalog = await openCatalog(options)
    reportScan(catalog, terminal)
    const published = publish(
      catalog,
      { ports, requester, restraints: config.restraints, trustAll: false },
      {
        folder: ports.files.realPath(folder) ?? folder,
        out,
        origin,
        dryRun: values['dry-run'] === true,
        swap: (place, change) => swapFolder(place, { ...change, foreign: [folder, terminal.cwd] }),
      },
    )
    report(published, catalog, call)
    return published.refused === undefined ? exitCodes.ok : exitCodes.findings
  },
}

/** A path would move `/.well-known/`, which is at the root of an origin (RFC 8615). */
function originIn(written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url.origin
  throw new UsageError(`--url takes an origin such as https://docs.example.com, not "${written}".`)
}

/** Inside, the next scan would find the published files as knowledge of the workspace. */
function outsideOf(files: Files, folder: string, out: string): string {
  const root = files.realPath(folder) ?? folder
  const real = join(files.realPath(dirname(out)) ?? dirname(out), basename(out))
  const isWithin = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`)
  // As written too: a link inside the workspace is not followed.
  if (isWithin(out, folder) || isWithin(real, root) || isWithin(root, real))
    throw new UsageError(`--out "${out}" and the workspace must not contain each other. Choose a folder beside it.`)
  return out
}

function report(
  { files, leftOut, removed, units, refused, kept, project }: Published,
  catalog: Catalog,
  { values, terminal }: Call,
): void {
  const dryRun = values['dry-run'] === true
  if (values['json'] === true) {
    const ok = refused === undefined
    printRecord(
      terminal,
      { command: 'publish', ok },
      {
        dryRun,
        ...(project === undefined ? {} : { project }),
        units,
        files,
        leftOut,
        removed,
        ...(kept === undefined ? {} : { kept }),
        ...(ok ? {} : { refused }),
      },
    )
    return
  }
  const printLine = (line: string): void => errLine(terminal, line)
  for (const { path, action } of files)
    terminal.out(`${visible(dryRun && action !== 'unchanged' ? `would be ${action}` : action)} ${visible(path)}\n`)
  for (const { ref, path, reason } of leftOut)
    printLine(`left out: ${ref}${path === undefined ? '' : ` ${path}`}: ${reason}`)
  const ungranted = leftOut.filter(({ code }) => code === 'approval-required')
  const closed = ungranted.map(({ ref }) => ({ ref, reason: 'ungranted' as const }))
  errCommands(terminal, commandsForOmitted(catalog, closed, { cwd: terminal.cwd }))
  for (const { id, field, to } of removed)
    printLine(`removed: ${field}${id === '' ? '' : ` of ${id}`} named "${to}", which is not published.`)
  if (kept !== undefined) printLine(`The previous folder was changed meanwhile; it is kept as "${kept}".`)
  if (refused !== undefined) printLine(`Nothing was published. ${refused}`)
  else if (text(values['url']) === undefined) printLine('Without --url no agent card is written.')
  if (refused === undefined) printLine(`${counted(units.length, 'public unit')} of "${project ?? ''}".`)
}
