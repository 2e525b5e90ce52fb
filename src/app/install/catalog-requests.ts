import { dirname } from 'node:path'
import type { FoundDistribution } from '../../discover/find-distribution.ts'
import { installOrder, staleness } from '../../distribute/catalog-entries.ts'
import { parseSource, sourceText } from '../../distribute/install-source.ts'
import type { DistributionEntry } from '../../model/documents/side-documents.ts'
import type { InstallSource } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { parseDistribution } from '../../parse/side-documents/distribution.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { validateManifest } from '../../validate/validate.ts'
import { shownPath } from '../shared/shown-path.ts'
import type { InstallRefusal, InstallContext } from './install-context.ts'
import type { InstallRequest } from './plan-requests.ts'

/** A manifest of the workspace that the catalog names: a scan reads it where it is. */
export interface InPlace {
  readonly name: string
  readonly source: string
  /** From the root. */
  readonly path: string
  readonly version?: string
  readonly stale: readonly string[]
}

interface CatalogRequests {
  /** Each after its dependencies. */
  readonly requests: readonly (InstallRequest & { readonly declared: DistributionEntry })[]
  readonly inPlace: readonly InPlace[]
  readonly refused: readonly InstallRefusal[]
}

/**
 * The entries that a catalog requests. After any error, such as an unknown source, an unknown dependency or a cycle,
 * nothing is requested (KCP Catalog §5.5, §6).
 */
export function catalogRequests(world: InstallContext, { path, via }: FoundDistribution): CatalogRequests {
  const shown = shownPath(world.root, path)
  const refuse = (message: string, rest: Partial<InstallRefusal> = {}): CatalogRequests => ({
    requests: [],
    inPlace: [],
    refused: [{ subject: shown, code: 'RUN732', message, ...rest }],
  })
  const read = world.files.read(dirname(path), fileName(path), { limit: limits.documentBytes })
  if (!read.ok) return refuse(`The catalog cannot be read. ${read.detail}`, { code: 'RUN736' })
  const { value, diagnostics } = parseDistribution(read.bytes, { file: shown })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (!value || errors.length > 0) return refuse('The catalog is not valid.', { diagnostics: errors })
  if (value.entries.length > limits.lockedEntries)
    return refuse(`The catalog has more than ${limits.lockedEntries} entries.`)
  // The catalog of a project may name anything in it, another catalog only what is below its own folder.
  const base = via === 'project' ? world.root : dirname(path)
  const asked = installOrder(value.entries).map((entry) => readEntry(entry, { world, base, path, via }))
  return {
    requests: asked.flatMap((one) => ('written' in one ? [one] : [])),
    inPlace: asked.flatMap((one) => ('written' in one || 'code' in one ? [] : [one])),
    refused: asked.flatMap((one) => ('code' in one ? [one] : [])),
  }
}

interface Surroundings extends FoundDistribution {
  readonly world: InstallContext
  readonly base: string
}

function readEntry(
  declared: DistributionEntry,
  { world, base, path, via }: Surroundings,
): (InstallRequest & { readonly declared: DistributionEntry }) | InPlace | InstallRefusal {
  const { name, source: text } = declared
  const refuse = (code: InstallRefusal['code'], message: string): InstallRefusal => ({ subject: name, code, message })
  const source = parseSource(text, dirname(path))
  if (!source) return refuse('RUN730', `The source "${text}" is of no known kind.`)
  const problem = sourceProblem(source, base, world)
  if (problem !== undefined) return refuse('RUN730', problem)
  if (source.kind === 'local' && via === 'project' && source.place.startsWith(`${world.root}/`))
    return checkInPlace(declared, source.place, world)
  const written = sourceText(source, world.root)
  return { subject: name, source, written, name, declared, ...(source.path === undefined ? {} : { path: source.path }) }
}

function checkInPlace(declared: DistributionEntry, place: string, world: InstallContext): InPlace | InstallRefusal {
  const { name, source } = declared
  const path = place.slice(world.root.length + 1)
  const read = world.files.read(world.root, path, { limit: limits.documentBytes })
  if (!read.ok) return { subject: name, code: 'RUN736', message: `"${source}": ${read.detail}` }
  const { valid, diagnostics } = validateManifest(read.bytes, { file: path })
  const { manifest } = parseManifest(read.bytes, { file: path })
  if (!valid || !manifest)
    return { subject: name, code: 'RUN732', message: `The manifest "${path}" is not valid.`, diagnostics }
  const version = manifest.version === undefined ? {} : { version: manifest.version }
  return {
    name,
    source,
    path,
    ...version,
    stale: staleness(declared, { ...world.repositories.changeOf(place), ...version }),
  }
}

/**
 * Why a catalog or a lock may not name this source; `undefined` if it may. They are files of a repository, so on this
 * machine they may name only what is below `base` and what the user's config allows. A person may name anything.
 */
export function sourceProblem(
  source: InstallSource,
  base: string,
  { files, settings }: Pick<InstallContext, 'files' | 'settings'>,
): string | undefined {
  const place = localPlace(source)
  if (place === undefined || /^https:/i.test(place)) return undefined
  const real = files.realPath(place) ?? place
  const isBelow = (folder: string): boolean => {
    const inside = files.realPath(folder)
    return inside !== undefined && `${real}/`.startsWith(inside === '/' ? '/' : `${inside}/`)
  }
  const outside = `"${place}" is outside of "${base}"`
  if (![base, ...settings.folders].some(isBelow))
    return `${outside}, and no folder of "install: {folders: […]}" in your config contains it.`
  return source.kind === 'git' && leadsOut(place, files)
    ? `The repository "${place}" has parts elsewhere: it has links, "commondir" or "alternates".`
    : undefined
}

function localPlace(source: InstallSource): string | undefined {
  if (source.kind === 'local') return source.place
  return source.kind === 'git' ? source.repository : undefined
}

/** Whether git would read another repository too: a checkout can contain what looks like a bare repository. */
function leadsOut(place: string, files: InstallContext['files']): boolean {
  const inner = `${place}/.git`
  const folder = files.kindOf(inner) === 'folder' ? inner : place
  const hasLink = (path: string): boolean =>
    files.list(path)?.some(({ name, kind }) => (kind === 'folder' ? hasLink(`${path}/${name}`) : kind !== 'file')) ??
    true
  const parts = ['HEAD', 'packed-refs', 'objects', 'refs']
  return (
    ['commondir', 'objects/info/alternates'].some((path) => files.kindOf(`${folder}/${path}`) !== undefined) ||
    [folder, ...parts.map((name) => `${folder}/${name}`)].some((path) => isLink(path, files)) ||
    ['objects', 'refs'].some((name) => hasLink(`${folder}/${name}`))
  )
}

const isLink = (path: string, files: InstallContext['files']): boolean =>
  files.list(folderOf(path) || '/')?.some(({ name, kind }) => name === fileName(path) && kind === 'link') ?? true
