import {
  draftManifest,
  draftWellKnown,
  llmsLine,
  unitDrafter,
  type DraftUnit,
} from '../../author/draft/draft-manifest.ts'
import { draftPack, packName } from '../../author/draft/draft-pack.ts'
import type { SkippedFile } from '../../author/documents/find-documents.ts'
import { nextForBroken, nextForManifest, nextForPack, nextForUpdate } from '../../author/draft/next-commands.ts'
import { projectFacts } from '../../author/documents/project-facts.ts'
import type { ReadDocument } from '../../author/documents/read-document.ts'
import { readDocuments } from '../../author/documents/read-documents.ts'
import { gitIgnored } from '../../discover/git-ignored.ts'
import { limits } from '../../model/limits.ts'
import type { Clock, Files, Writer } from '../../model/ports.ts'
import { parseLlmsTxt } from '../../parse/side-documents/llms-txt.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { version } from '../../version.ts'
import { includeUnit, manifestFile, startsOf, updateManifest, type UpdateOptions } from './update-manifest.ts'

export interface InitPorts {
  readonly files: Files
  readonly writer: Writer
  readonly clock: Clock
}

export interface InitOptions extends Omit<UpdateOptions, 'now'> {
  readonly dryRun: boolean
}

/** `exists`: the path exists and was not changed. */
interface InitFile {
  readonly path: string
  readonly action: 'created' | 'would-create' | 'exists'
  /** The drafted text; absent for a copied document. */
  readonly text?: string
}

export interface InitResult {
  readonly files: readonly InitFile[]
  readonly skipped: readonly SkippedFile[]
  readonly next: readonly string[]
  /** Documents that the existing manifest does not name. */
  readonly unnamed?: readonly string[]
  /** Units of the existing manifest whose file does not exist, by their paths. */
  readonly missing?: readonly string[]
  /** How many units the new manifest has, or documents the new pack. */
  readonly count?: number
  /** Why the existing manifest cannot be used, with the position. */
  readonly trouble?: string
  /** A line for llms.txt, which is never changed; absent if there is no llms.txt, or it already links the manifest. */
  readonly llms?: string
}

/** Drafts `knowledge.yaml` for existing documents, and the well-known document beside it (KCP §3.7). */
export function initManifest(ports: InitPorts, options: InitOptions): InitResult {
  const { files, clock } = ports
  const { root, shownRoot, paths } = options
  if (files.kindOf(`${root}/${manifestFile}`) !== undefined) return besideManifest(ports, options)
  const project = projectFacts(files, root)
  const draft = unitDrafter(project)
  const units: DraftUnit[] = []
  const skipped = readDocuments(
    files,
    {
      root,
      starts: startsOf(paths),
      now: clock.now(),
      include: includeUnit(shownRoot),
      isIgnored: gitIgnored(files, root),
      ...(options.isSkipped ? { isSkipped: options.isSkipped } : {}),
    },
    (document) => {
      const drafted = draft(document)
      if ('reason' in drafted) return drafted
      units.push(drafted)
      return undefined
    },
  )
  if (units.length === 0) return { files: [], skipped, next: [] }
  const written = [
    putText(ports, options, manifestFile, draftManifest(units, project, today(clock))),
    putText(ports, options, wellKnownFile, draftWellKnown(project)),
  ]
  return {
    files: written,
    skipped,
    next: nextForManifest(shownRoot),
    count: units.length,
    ...(lacksLink(files, root) ? { llms: llmsLine } : {}),
  }
}

/** Whether there is an llms.txt that does not link the manifest. */
function lacksLink(files: Files, root: string): boolean {
  const read = files.read(root, 'llms.txt', { limit: limits.documentBytes })
  return read.ok && !(parseLlmsTxt(read.bytes).value?.manifests ?? []).includes(manifestFile)
}

/** Keeps the existing manifest; returns the documents without a unit. */
function besideManifest(ports: InitPorts, options: InitOptions): InitResult {
  const { root, shownRoot } = options
  const { unnamed, skipped, missing, trouble } = updateManifest(ports.files, { ...options, now: ports.clock.now() })
  const manifest: InitFile = { path: manifestFile, action: 'exists' }
  if (trouble !== undefined) return { files: [manifest], skipped, next: nextForBroken(shownRoot), trouble }
  const wellKnown = putText(ports, options, wellKnownFile, draftWellKnown(projectFacts(ports.files, root)))
  const next = unnamed.length > 0 ? nextForUpdate(shownRoot) : nextForManifest(shownRoot)
  return { files: [manifest, wellKnown], skipped, next, unnamed, ...(missing ? { missing } : {}) }
}

/**
 * Drafts a pack: first copies of the documents, then `KNOWLEDGE.md`, so that an incomplete pack is never discovered.
 * Only named documents are added to an existing pack.
 */
export function initPack(ports: InitPorts, options: InitOptions, name?: string): InitResult {
  const { files, clock } = ports
  const { root, shownRoot, paths } = options
  const project = projectFacts(files, root)
  const pack = name ?? packName(project.name)
  const folder = `.agents/knowledge/${pack}`
  const guide = `${folder}/KNOWLEDGE.md`
  const next = nextForPack(shownRoot === '.' ? folder : `${shownRoot}/${folder}`, shownRoot, pack)
  const isThere = files.kindOf(`${root}/${guide}`) !== undefined
  if (isThere && paths.length === 0) return { files: [{ path: guide, action: 'exists' }], skipped: [], next }
  const documents: ReadDocument[] = []
  const include = `lorefence init --pack ${pack}${shownRoot === '.' ? '' : ` --root ${shellWord(shownRoot)}`}`
  const skipped = readDocuments(
    files,
    { root, starts: startsOf(paths), now: clock.now(), include, isIgnored: gitIgnored(files, root) },
    (document) => void documents.push(document),
  )
  if (documents.length === 0) return { files: [], skipped, next: [] }
  const text = draftPack(documents, { name: pack, project, today: today(clock), tool: { name: 'lorefence', version } })
  const copies = documents.map((document) =>
    put(ports, options, `${folder}/documents/${document.path}`, document.bytes),
  )
  return { files: [...copies, putText(ports, options, guide, text)], skipped, next, count: documents.length }
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
