import { isObject } from '../../parse/read-fields.ts'
import { validateText } from '../../validate/validate.ts'
import { draftKcpVersion } from '../../model/tables/vocabulary.ts'
import { llmsText } from '../../author/exchange/llms-text.ts'
import { yamlText, type YamlValue } from '../../author/draft/yaml-text.ts'
import { publishRecordPath, publishRecordText, readPublishRecord } from '../../distribute/publish/publish-record.ts'
import {
  publishedManifest,
  type PublishedUnit,
  type RemovedReference,
} from '../../distribute/publish/published-manifest.ts'
import { agentCard, agentCardPaths, wellKnownDocument, wellKnownPath } from '../../distribute/publish/site-documents.ts'
import type { FolderSwap, SwappedFolder } from '../../io/disk/swap-folder.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { hasSecret, publishedTexts, rawManifest, type RawManifest } from './open-units.ts'
import { publicUnits, type LeftOut, type PublicUnits } from './public-units.ts'

interface PublishOptions extends SiteOptions {
  /** Absolute folder that is written. */
  readonly out: string
  readonly dryRun: boolean
  readonly swap: (folder: string, swap: Omit<FolderSwap, 'foreign'>) => SwappedFolder
}

export interface Published extends Omit<Site, 'files'> {
  readonly files: readonly { readonly path: string; readonly action: 'created' | 'updated' | 'unchanged' | 'removed' }[]
  /** The former folder, if something in it changed meanwhile. */
  readonly kept?: string
}

/** Writes what anybody may fetch into a folder of its own, whole or not at all. */
export function publish(catalog: Catalog, reader: Reader, options: PublishOptions): Published {
  const { files: planned, ...site } = planSite(catalog, reader, options)
  if (site.refused !== undefined) return { ...site, files: [] }
  const record = publishRecordText(planned)
  const files = new Map([...planned, [publishRecordPath, new TextEncoder().encode(record)] as const])
  const before = formerFiles(reader.ports.files, options.out)
  if (typeof before === 'string') return { ...site, files: [], refused: before }
  const actions = actionsOf(files, before)
  if (options.dryRun || actions.every(({ action }) => action === 'unchanged')) return { ...site, files: actions }
  const swapped = options.swap(options.out, { files, mayRemove: (path, bytes) => before.get(path) === digest(bytes) })
  if (!swapped.ok) return { ...site, files: [], refused: `"${options.out}" was not written. ${swapped.detail}` }
  return { ...site, files: actions, ...(swapped.kept === undefined ? {} : { kept: swapped.kept }) }
}

function actionsOf(files: ReadonlyMap<string, Uint8Array>, before: ReadonlyMap<string, string>): Published['files'] {
  const written = [...files].map(([path, bytes]) => {
    const former = before.get(path)
    const same = former === digest(bytes) ? 'unchanged' : 'updated'
    return { path, action: former === undefined ? ('created' as const) : (same as 'unchanged' | 'updated') }
  })
  const removed = [...before.keys()].filter((path) => !files.has(path))
  return [...written, ...removed.map((path) => ({ path, action: 'removed' as const }))].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
}

/** The files of the folder with their digests; a sentence if any of them differs from what an earlier run wrote. */
function formerFiles(files: Files, out: string): ReadonlyMap<string, string> | string {
  const kind = files.kindOf(out)
  if (kind === undefined) return new Map()
  if (kind !== 'folder') return `"${out}" is not a folder.`
  const digests = new Map(digestsBelow(files, out))
  if (digests.size === 0) return digests
  const read = files.read(out, publishRecordPath, { limit: limits.documentBytes })
  const record = read.ok ? readPublishRecord(new TextDecoder().decode(read.bytes)) : undefined
  if (!record) return `"${out}" has files that "lorefence publish" did not write. Choose another folder.`
  const foreign = [...digests].filter(([path, sum]) => path !== publishRecordPath && record.get(path) !== sum)
  const [first] = foreign
  if (!first) return digests
  const more = foreign.length > 1 ? ` and ${foreign.length - 1} more` : ''
  const what = `"${out}/${first[0]}"${more} was changed or added since "lorefence publish" wrote the folder.`
  return `${what} Move it elsewhere, or choose another folder.`
}

/** Only plain files have a digest, so that nothing else is taken for ours. */
function digestsBelow(files: Files, folder: string, path = ''): readonly (readonly [string, string])[] {
  const entries = files.list(path === '' ? folder : `${folder}/${path}`) ?? []
  return entries.flatMap(({ name, kind }) => {
    const inner = path === '' ? name : `${path}/${name}`
    if (kind === 'folder') return digestsBelow(files, folder, inner)
    const read = kind === 'file' ? files.read(folder, inner, { limit: limits.contentBytes }) : undefined
    return [[inner, read?.ok ? digest(read.bytes) : ''] as const]
  })
}

/** What anybody may fetch from a workspace, as files of a web server. */
interface Site {
  readonly project?: string
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly units: readonly { readonly id: string; readonly path: string }[]
  readonly leftOut: readonly LeftOut[]
  readonly removed: readonly RemovedReference[]
  /** Why nothing can be published. */
  readonly refused?: string
}

interface SiteOptions {
  /** Folder of the manifest. */
  readonly folder: string
  /** `https://host`, for the agent card. */
  readonly origin?: string | undefined
}

/** Plans the files; nothing is written. */
function planSite(catalog: Catalog, reader: Reader, { folder, origin }: SiteOptions): Site {
  const { entry, units, packs, leftOut: closed } = publicUnits(catalog, reader, folder)
  const nothing = { files: new Map(), units: [], leftOut: closed, removed: [] }
  if (!entry) return { ...nothing, refused: 'There is no granted manifest here.' }
  const { project } = entry.document
  const now = reader.ports.clock.now()
  const raw = rawManifest(entry, reader)
  if (!raw) return { ...nothing, project, refused: 'The manifest changed while it was read. Run it again.' }
  const { files, published, leftOut } = publishUnits(units, packs, { raw, files: reader.ports.files, now })
  const result = { project, leftOut: sorted([...closed, ...leftOut]) }
  if (published.length === 0) return { ...nothing, ...result, refused: 'No unit is for everybody.' }
  const { kcpVersion = draftKcpVersion, version } = entry.document
  const { manifest, removed } = publishedManifest(raw.root, published, {
    kcp_version: kcpVersion,
    project,
    ...(version === undefined ? {} : { version }),
  })
  const { units: listed, ...root } = manifest
  if (hasSecret(root, now))
    return { ...nothing, ...result, refused: 'The root of the manifest contains a possible secret.' }
  const text = yamlText(manifest as { readonly [key: string]: YamlValue })
  const trouble = validateText(text, { file: 'knowledge.yaml' }).diagnostics.find(
    ({ severity }) => severity === 'error',
  )
  if (trouble) return { ...nothing, ...result, refused: `The published manifest would be invalid: ${trouble.message}` }
  const facts = { title: project, kcpVersion, version }
  const documents: readonly (readonly [string, string])[] = [
    ['knowledge.yaml', text],
    ['llms.txt', llmsText({ name: project, manifest: '/knowledge.yaml', links: linksTo(listed) })],
    [wellKnownPath, jsonOf(wellKnownDocument(facts))],
    ...(origin === undefined
      ? []
      : agentCardPaths.map((path) => [path, jsonOf(agentCard(facts, { origin }))] as const)),
  ]
  for (const [path, content] of documents) files.set(path, new TextEncoder().encode(content))
  return {
    ...result,
    files,
    units: published.map(({ id, raw: { path }, changed }) => ({ id, path: String(changed?.['path'] ?? path) })),
    removed,
  }
}

interface Publishing {
  readonly raw: RawManifest
  readonly files: Files
  readonly now: Date
}

function publishUnits(
  units: readonly AllowedUnit[],
  packs: PublicUnits['packs'],
  { raw, files: disk, now }: Publishing,
): {
  readonly files: Map<string, Uint8Array>
  readonly published: readonly PublishedUnit[]
  readonly leftOut: readonly LeftOut[]
} {
  const leftOut: LeftOut[] = []
  const files = new Map<string, Uint8Array>()
  const published: PublishedUnit[] = []
  for (const unit of units) {
    const written = raw.unit(unit.unit.unit)
    if (!written) {
      leftOut.push({ ref: unit.ref, reason: includedElsewhere })
      continue
    }
    const texts = publishedTexts(unit, packs, disk, now)
    const taken = [...texts.files.keys()].find((path) => ownPaths.has(path.toLowerCase()))
    const why = whyNotListed(written, taken, now)
    leftOut.push(...texts.leftOut, ...(why === undefined ? [] : [{ ref: unit.ref, reason: why }]))
    if (texts.files.size === 0 || why !== undefined) continue
    for (const [path, bytes] of texts.files) files.set(path, bytes)
    published.push({ id: unit.unit.unit.id, raw: written, changed: changedFields(unit, texts.path) })
  }
  return { files, published, leftOut }
}

const includedElsewhere = 'An included manifest declares it; it is published from the folder of that one.'

/** Paths that no content of a unit may take. */
const ownPaths: ReadonlySet<string> = new Set([
  'knowledge.yaml',
  'knowledge.yaml.sig',
  'llms.txt',
  wellKnownPath,
  ...agentCardPaths,
  publishRecordPath,
])

function whyNotListed(written: object, taken: string | undefined, now: Date): string | undefined {
  if (taken !== undefined) return `"${taken}" is a file that publish writes itself.`
  return hasSecret(written, now) ? 'Its entry in the manifest contains a possible secret.' : undefined
}

/** A page that is published as plain text declares its format. */
function changedFields({ path: own, unit }: AllowedUnit, path: string): Readonly<Record<string, unknown>> {
  if (own === path) return { path }
  const { format, contentType } = unit
  return { path, ...(contentType || format?.value !== 'html' ? {} : { format: 'html' }) }
}

function linksTo(units: unknown): Parameters<typeof llmsText>[0]['links'] {
  return (Array.isArray(units) ? units : [])
    .filter(isObject)
    .map(({ id, path, intent }) => ({
      title: String(id),
      path: `/${String(path)}`,
      description: typeof intent === 'string' ? intent : '',
    }))
}

const jsonOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`

const sorted = (leftOut: readonly LeftOut[]): readonly LeftOut[] =>
  leftOut.toSorted((a, b) => (`${a.ref} ${a.path ?? ''}` < `${b.ref} ${b.path ?? ''}` ? -1 : 1))
