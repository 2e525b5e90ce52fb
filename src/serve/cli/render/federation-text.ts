import type { RemoteDiscovery } from '../../../app/index.ts'
import { codeRows, type Code } from '../../../model/codes/codes.ts'
import type { FederatedSource, Federation } from '../../../model/distribution/federation.ts'
import { visible } from './terminal/cells.ts'
import { counted } from './terminal/words.ts'

/** One line for each declared manifest, then what follows from it. */
export function federationText(
  { starts, ungranted, sources, diagnostics }: Federation,
  { plan }: { readonly plan: boolean },
): string {
  const lines = [
    ...sources.flatMap(sourceLines),
    ...(starts.length === 0 && ungranted.length === 0 ? ['No manifest here declares others.'] : []),
    ...diagnostics
      .filter(({ severity, code }) => severity !== 'info' && !sources.some((source) => source.code === code))
      .map(({ severity, code, message }) => `${severity} ${code} ${message}`),
    ...(ungranted.length === 0
      ? []
      : [`not followed, because not granted: ${ungranted.join(', ')}. To grant: lorefence trust .`]),
    ...(plan || sources.length === 0 ? [] : [summary(sources)]),
    ...(!plan && sources.some(({ outcome }) => outcome === 'fetched') ? ['next: lorefence trust .'] : []),
  ]
  return lines.map((line) => `${visible(line)}\n`).join('')
}

function sourceLines({
  id,
  outcome,
  path,
  units,
  version,
  detail,
  code,
  tier,
  files,
  url,
  declaredBy,
  dependents = [],
}: FederatedSource): readonly string[] {
  const facts = [
    ...(units === undefined ? [] : [counted(units, 'unit')]),
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(tier === undefined ? [] : [`signature: ${tier}`]),
    ...(files ? [`${counted(files.fetched, 'file')}${files.left > 0 ? `, ${files.left} not fetched` : ''}`] : []),
    ...(declaredBy.length > 1 ? [`declared by ${declaredBy.at(-1)}`] : []),
  ]
  const place = [path, ...(url === undefined || outcome === 'mirror' ? [] : [url])].filter((part) => part !== undefined)
  return [
    `${outcome.padEnd(9)} ${id}  ${[...place, ...facts].join('  ')}`.trimEnd(),
    ...(detail === undefined ? [] : [`          ${code === undefined ? '' : `${code} `}${detail}`]),
    ...(detail !== undefined && isCode(code) ? [`          ${codeRows[code].help ?? ''}`] : []),
    ...(detail !== undefined && path !== undefined ? ['          The earlier copy is still used.'] : []),
    ...dependents
      .filter(({ onFailure }) => onFailure !== 'skip')
      .map(({ unit, onFailure }) => `          ${onFailure}: the unit "${unit}" depends on it.`),
  ]
}

const isCode = (code: string | undefined): code is Code => code !== undefined && Object.hasOwn(codeRows, code)

function summary(sources: readonly FederatedSource[]): string {
  const count = (...outcomes: readonly FederatedSource['outcome'][]): number =>
    sources.filter(({ outcome }) => outcomes.includes(outcome)).length
  const units = sources.reduce((sum, source) => sum + (source.units ?? 0), 0)
  const parts = [
    [count('fetched', 'unchanged'), 'fetched'],
    [count('mirror'), 'from mirrors'],
    [count('skipped'), 'skipped'],
    [count('refused', 'failed'), 'not available'],
  ] as const
  const shown = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return `${counted(sources.length, 'declared manifest')}: ${shown.join(', ')}; ${counted(units, 'unit')}.`
}

/** The places that were tried, in order, and the manifest that was found. */
export function discoveryText({ steps, manifest, network, diagnostics }: RemoteDiscovery): string {
  const lines = [
    ...steps.map(
      ({ via, outcome, code, detail }) =>
        `${outcome.padEnd(7)} ${via.padEnd(10)} ${code === undefined || outcome === 'used' ? '' : `${code} `}${detail}`,
    ),
    ...diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
    ...(network && network.role !== 'standalone'
      ? [
          `network: ${network.role}${network.label === undefined ? '' : ` of "${network.label}"`}` +
            (network.entryPoint === undefined ? '' : `; its hub: ${network.entryPoint}`),
        ]
      : []),
    ...(manifest
      ? [
          `found "${manifest.project}"${manifest.version === undefined ? '' : ` ${manifest.version}`}, ` +
            `${counted(manifest.units, 'unit')}, declares ${counted(manifest.declares, 'manifest')}, ` +
            manifest.digest,
          'To use it, declare it in your knowledge.yaml, then run "lorefence federate":',
          'manifests:',
          `  - id: ${idFor(manifest.url)}`,
          `    url: ${JSON.stringify(manifest.url)}`,
        ]
      : ['No manifest was found.']),
  ]
  return lines.map((line) => `${visible(line)}\n`).join('')
}

const idFor = (url: string): string => new URL(url).hostname.replaceAll(/[^a-z0-9.-]/g, '-')
