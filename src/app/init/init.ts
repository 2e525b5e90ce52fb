import { draftManifest, draftUnit, draftWellKnown, llmsLine, type DraftUnit } from '../../author/draft-manifest.ts'
import { draftPack, packName } from '../../author/draft-pack.ts'
import { isRootReadme, type LeftOut } from '../../author/find-documents.ts'
import { nextForManifest, nextForPack, nextForUpdate } from '../../author/next-commands.ts'
import { projectFacts } from '../../author/project-facts.ts'
import type { ReadDocument } from '../../author/read-document.ts'
import { readDocuments } from '../../author/read-documents.ts'
import { limits } from '../../model/limits.ts'
import type { Clock, Files, Writer } from '../../model/ports.ts'
import { parseLlmsTxt } from '../../parse/side-documents/llms-txt.ts'
import { version } from '../../version.ts'
import { manifestFile, updateManifest, type UpdateOptions } from './update-manifest.ts'

export interface InitPorts {
  readonly files: Files
  readonly writer: Writer
  readonly clock: Clock
}

export interface InitOptions extends UpdateOptions {
  readonly dryRun: boolean
}

/** `exists`: the path exists and was not changed. */
interface InitFile {
  readonly path: string
  readonly action: 'created' | 'would-create' | 'exists'
  /** What was drafted; a copied document has none. */
  readonly text?: string
}

export interface InitResult {
  readonly files: readonly InitFile[]
  readonly skipped: readonly LeftOut[]
  readonly next: readonly string[]
  /** Documents that the existing manifest does not name. */
  readonly unnamed?: readonly string[]
  /** A line for llms.txt, which is never changed; absent if it already links the manifest. */
  readonly llms?: string
}

/** Drafts `knowledge.yaml` for existing documents, and the well-known document beside it (KCP §3.7). */
export function initManifest(ports: InitPorts, options: InitOptions): InitResult {
  const { files, clock } = ports
  const { root, shownRoot, paths } = options
  if (files.kindOf(`${root}/${manifestFile}`) !== undefined) return besideManifest(ports, options)
  const project = projectFacts(files, root)
  const units: DraftUnit[] = []
  const skipped = readDocuments(files, root, paths.length > 0 ? paths : [''], (document) => {
    const drafted = draftUnit(document, project)
    if ('reason' in drafted) return drafted
    units.push(drafted)
    return undefined
  })
  if (units.length === 0) return { files: [], skipped, next: [] }
  const written = [
    putText(ports, options, manifestFile, draftManifest(units, project, today(clock))),
    putText(ports, options, wellKnownFile, draftWellKnown(project)),
  ]
  return {
    files: written,
    skipped,
    next: nextForManifest(shownRoot),
    ...(leadsToManifest(files, root) ? {} : { llms: llmsLine }),
  }
}

function leadsToManifest(files: Files, root: string): boolean {
  const read = files.read(root, 'llms.txt', { limit: limits.documentBytes })
  return read.ok && (parseLlmsTxt(read.bytes).value?.manifests ?? []).includes(manifestFile)
}

/** An existing manifest is kept; documents without a unit are returned. */
function besideManifest(ports: InitPorts, options: InitOptions): InitResult {
  const { root, shownRoot } = options
  const { unnamed, skipped, trouble } = updateManifest(ports.files, options)
  const wellKnown = putText(ports, options, wellKnownFile, draftWellKnown(projectFacts(ports.files, root)))
  const next = unnamed.length > 0 ? nextForUpdate(shownRoot) : nextForManifest(shownRoot)
  return {
    files: [{ path: manifestFile, action: 'exists' }, wellKnown],
    skipped,
    next,
    ...(trouble === undefined ? { unnamed } : {}),
  }
}

/** Drafts a pack: copies of the documents, then `KNOWLEDGE.md`, so that an incomplete pack is never discovered. */
export function initPack(ports: InitPorts, options: InitOptions, name?: string): InitResult {
  const { files, clock } = ports
  const { root, shownRoot, paths } = options
  const project = projectFacts(files, root)
  const pack = name ?? packName(project.name)
  const folder = `.agents/knowledge/${pack}`
  const guide = `${folder}/KNOWLEDGE.md`
  const next = nextForPack(shownRoot === '.' ? folder : `${shownRoot}/${folder}`, shownRoot, pack)
  if (files.kindOf(`${root}/${guide}`) !== undefined)
    return { files: [{ path: guide, action: 'exists' }], skipped: [], next }
  const documents: ReadDocument[] = []
  const skipped = readDocuments(
    files,
    root,
    paths.length > 0 ? paths : usualDocuments(files, root),
    (document) => void documents.push(document),
  )
  if (documents.length === 0) return { files: [], skipped, next: [] }
  const text = draftPack(documents, { name: pack, project, today: today(clock), tool: { name: 'lorefence', version } })
  const copies = documents.map((document) =>
    put(ports, options, `${folder}/documents/${document.path}`, document.bytes),
  )
  return { files: [...copies, putText(ports, options, guide, text)], skipped, next }
}

/** The README and the documentation folder, unless paths are named. */
function usualDocuments(files: Files, root: string): readonly string[] {
  const listed = files.list(root) ?? []
  const readmes = listed.filter((entry) => entry.kind === 'file' && isRootReadme(entry.name)).map((entry) => entry.name)
  return [
    ...readmes,
    ...listed
      .filter((entry) => entry.kind === 'folder' && /^(?:docs?|documentation)$/i.test(entry.name))
      .map((entry) => entry.name),
  ]
}

function putText(ports: InitPorts, options: InitOptions, path: string, text: string): InitFile {
  const file = put(ports, options, path, new TextEncoder().encode(text))
  return file.action === 'exists' ? file : { ...file, text }
}

function put({ files, writer }: InitPorts, { root, dryRun }: InitOptions, path: string, bytes: Uint8Array): InitFile {
  if (dryRun) return { path, action: files.kindOf(`${root}/${path}`) === undefined ? 'would-create' : 'exists' }
  const created = writer.create(root, path, bytes)
  if (created.ok) return { path, action: 'created' }
  if (created.trouble === 'exists') return { path, action: 'exists' }
  throw new Error(`"${path}" was not written. ${created.detail}`)
}

const wellKnownFile = '.well-known/kcp.json'

const today = (clock: Clock): string => clock.now().toISOString().slice(0, 10)
