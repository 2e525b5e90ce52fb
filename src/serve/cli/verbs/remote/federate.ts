import { resolve } from 'node:path'
import { discoverRemote, federate, openCatalog, type Config, type RemoteDiscovery } from '../../../../app/index.ts'
import { putFile } from '../../../../io/disk/put-file.ts'
import { replaceFile } from '../../../../io/disk/replace-file.ts'
import { systemFetcher } from '../../../../io/fetch/system-fetcher.ts'
import type { Catalog } from '../../../../model/catalog.ts'
import type { Federation } from '../../../../model/distribution/federation.ts'
import { limits } from '../../../../model/limits.ts'
import { openingFor, reportScan } from '../../opening.ts'
import { startProgress } from '../../progress.ts'
import { discoveryText, federationText } from '../../render/federation-text.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, rootOptions, UsageError, type Call, type Terminal, type Verb } from '../../verb.ts'

export const federateVerb: Verb = {
  name: 'federate',
  summary: 'fetch the manifests that your granted manifests declare, and those that they declare in turn',
  usage: 'federate [path | https://origin] [options]',
  inputs:
    'the granted manifests of the workspace, or those at a path; or the origin of a site, whose manifest is looked ' +
    'up at /.well-known/kcp.json, then /llms.txt, then /knowledge.yaml, and nothing is written',
  outputs:
    'one line for each declared manifest on stdout; copies in .lorefence/federated/ of the workspace, which are not ' +
    'used before "lorefence trust"; exit 1 when one was refused or failed, 3 when the origin itself is refused',
  examples: [
    'lorefence federate',
    'lorefence federate --plan',
    'lorefence federate --content --archive',
    'lorefence federate https://docs.example.com',
  ],
  network:
    `sends HTTPS requests to the URLs that manifests declare, at most ${limits.federatedManifests} manifests and ` +
    `${limits.federationDepth} hops, to public addresses only; --plan sends nothing`,
  options: {
    root: rootOptions.root,
    plan: { type: 'boolean', doc: 'Show what would be fetched; nothing is sent and nothing is written.' },
    archive: { type: 'boolean', doc: 'Also follow manifests with the relationship "archive".' },
    content: { type: 'boolean', doc: 'Also fetch the files of public units, into the folder of the copy.' },
    'no-cache': { type: 'boolean', doc: 'Do not use the cache.' },
  },
  async run(call) {
    const [named, ...more] = call.positionals
    if (more.length > 0) throw new UsageError('federate takes one path, or one https:// origin.')
    return named !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(named)
      ? runOrigin(call, named)
      : runWorkspace(call, named)
  },
}

async function runWorkspace(call: Call, named: string | undefined): Promise<number> {
  const { values, terminal } = call
  const { options, requester, config, ports } = await openingFor(call)
  const catalog = await openCatalog(options)
  reportScan(catalog, terminal)
  const progress = startProgress(terminal, (count) => `${counted(count, 'manifest')} resolved`)
  const federation = await federate(
    named === undefined ? catalog : below(catalog, resolve(terminal.cwd, named)),
    {
      ports,
      fetcher: fetcherFor(call, config, ports),
      write: putFile,
      remove: replaceFile,
      environment: requester.environment,
      credentials: requester.credentials,
      fetchCredentials: credentialsIn(config, terminal),
      policy: config.restraints.signatures,
      trace: traceIn(terminal),
    },
    {
      plan: values['plan'] === true,
      archive: values['archive'] === true,
      content: values['content'] === true,
      onStep: () => progress.step(),
    },
  )
  progress.end()
  if (values['json'] === true) printFederation(federation, terminal)
  else terminal.show(federationText(federation, { plan: values['plan'] === true }))
  return isWhole(federation) ? exitCodes.ok : exitCodes.findings
}

/** The manifests at a path, or in a folder and below it. */
const below = (catalog: Catalog, path: string): Catalog => ({
  ...catalog,
  entries: catalog.entries.filter(({ found }) =>
    `${found.folder}/${found.file}/`.startsWith(`${path.replace(/\/+$/, '')}/`),
  ),
})

const isWhole = ({ sources, ungranted }: Federation): boolean =>
  ungranted.length === 0 && sources.every(({ outcome }) => outcome !== 'refused' && outcome !== 'failed')

const fetcherFor = ({ values }: Call, config: Config, { clock, cache }: Parameters<typeof systemFetcher>[1]) =>
  systemFetcher(config.fetch, { clock, ...(cache && values['no-cache'] !== true ? { cache } : {}) })

/** A variable that is not set is no credential. */
const credentialsIn = ({ fetch }: Config, { env }: Terminal) =>
  (fetch.credentials ?? []).flatMap(({ origin, type, env: name }) => {
    const value = env[name]
    return value === undefined || !/^[\x21-\x7e]{1,8000}$/.test(value)
      ? []
      : [{ origin: origin.toLowerCase(), type, value }]
  })

function traceIn({ env }: Terminal) {
  const [traceparent, tracestate] = [env['TRACEPARENT'], env['TRACESTATE']]
  return { ...(traceparent === undefined ? {} : { traceparent }), ...(tracestate === undefined ? {} : { tracestate }) }
}

function printFederation(
  { diagnostics, ...fields }: Federation | RemoteDiscovery,
  terminal: Terminal,
  outcome: { readonly ok?: false } = {},
): void {
  printRecord(terminal, { command: 'federate', diagnostics, ...outcome }, { ...fields, diagnostics })
}

async function runOrigin(call: Call, written: string): Promise<number> {
  const { values, terminal } = call
  if (!URL.canParse(written)) throw new UsageError(`"${written}" is not a URL.`)
  if (values['plan'] === true || values['content'] === true || values['archive'] === true)
    throw new UsageError('--plan, --content and --archive are for the manifests of a workspace.')
  const { config, ports } = await openingFor(call)
  const found = await discoverRemote(new URL(written), fetcherFor(call, config, ports))
  if (values['json'] === true) printFederation(found, terminal, found.manifest ? {} : { ok: false })
  else terminal.show(discoveryText(found))
  if (found.manifest) return exitCodes.ok
  return /^RUN70\d$/.test(found.code ?? '') ? exitCodes.denied : exitCodes.trouble
}
