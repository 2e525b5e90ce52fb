import { dirname } from 'node:path'
import type { FoundDistribution } from '../../discover/find-distribution.ts'
import { installOrder } from '../../distribute/install-order.ts'
import { parseSource, sourceText } from '../../distribute/install-source.ts'
import { staleness } from '../../distribute/staleness.ts'
import type { DistributionEntry } from '../../model/side-documents.ts'
import { limits } from '../../model/limits.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { parseDistribution } from '../../parse/side-documents/distribution.ts'
import { fileName } from '../../text/paths/paths.ts'
import { validateManifest } from '../../validate/validate.ts'
import { shownPath } from '../shared/shown-path.ts'
import type { InstallRefusal, InstallWorld } from './install-world.ts'
import { sourceProblem } from './may-open.ts'
import type { InstallRequest } from './plan-requests.ts'

/** A manifest that the catalog names where it lies in the workspace: a scan reads it there. */
export interface InPlace {
  readonly name: string
  readonly source: string
  /** From the root. */
  readonly path: string
  readonly version?: string
  readonly stale: readonly string[]
}

export interface CatalogRequests {
  /** Each after those that it depends on. */
  readonly requests: readonly (InstallRequest & { readonly declared: DistributionEntry })[]
  readonly inPlace: readonly InPlace[]
  readonly refused: readonly InstallRefusal[]
}

/**
 * What a catalog asks for. One error in it, an unknown source, an unknown dependency or a cycle among them, and nothing is asked
 * for (KCP Catalog §5.5, §6).
 */
export function catalogRequests(world: InstallWorld, { path, via }: FoundDistribution): CatalogRequests {
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
  // A project may name what is anywhere in it, another catalog what lies below its own folder.
  const base = via === 'project' ? world.root : dirname(path)
  const asked = installOrder(value.entries).map((entry) => readEntry(entry, { world, base, path, via }))
  return {
    requests: asked.flatMap((one) => ('written' in one ? [one] : [])),
    inPlace: asked.flatMap((one) => ('written' in one || 'code' in one ? [] : [one])),
    refused: asked.flatMap((one) => ('code' in one ? [one] : [])),
  }
}

interface Surroundings extends FoundDistribution {
  readonly world: InstallWorld
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

function checkInPlace(declared: DistributionEntry, place: string, world: InstallWorld): InPlace | InstallRefusal {
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
