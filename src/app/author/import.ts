import { draftPack, type PackOrigin } from '../../author/draft/draft-pack.ts'
import { restrictionsIn } from '../../author/exchange/governed-fields.ts'
import { importSource, type ImportKind, type ImportSource } from '../../author/exchange/import-source.ts'
import { projectFacts } from '../../author/documents/project-facts.ts'
import type { ReadDocument } from '../../author/documents/read-document.ts'
import { readDocuments } from '../../author/documents/read-documents.ts'
import { gitIgnored } from '../../discover/git-ignored.ts'
import { limits } from '../../model/limits.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import { hashOf } from '../../text/bytes/digest.ts'
import { isWebAddress, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { version } from '../../version.ts'
import { writeRecord, type AuthorPorts } from './authored-pack.ts'

interface ImportOptions {
  /** Absolute path of a file or folder that a person named. */
  readonly source: string
  readonly kind?: ImportKind
  /** Absolute folder in which the pack is made. */
  readonly root: string
  readonly name: string
  readonly dryRun: boolean
  /** Import even if a pack has no place for everything. */
  readonly acceptLoss: boolean
}

export interface Imported {
  readonly kind?: ImportKind
  readonly files: readonly { readonly path: string; readonly action: 'created' | 'would-create' }[]
  readonly omitted: readonly { readonly path: string; readonly reason: string }[]
  /** Metadata of the source that a pack has no place for. */
  readonly lost: readonly string[]
  readonly record?: string
  readonly refused?: string
}

/** Makes a draft pack from knowledge in another form; the source stays as it is, and nothing existing is changed. */
export function importPack(ports: AuthorPorts, options: ImportOptions): Imported {
  const { files, clock } = ports
  const { source: path, root, name, dryRun } = options
  const inside = `.agents/knowledge/${name}`
  const folder = `${root}/${inside}`
  const none = { files: [], omitted: [], lost: [] }
  const found = importSource(files, path, options.kind)
  if (!found) return { ...none, refused: `"${path}" does not exist.` }
  if (files.kindOf(`${folder}/KNOWLEDGE.md`) !== undefined)
    return { ...none, kind: found.kind, refused: `There is a pack "${name}" already. Choose another name with --pack.` }
  const { source, lost, declared } =
    found.kind === 'manifest' ? manifestSource(ports, found) : { source: found, lost: [], declared: undefined }
  const documents: ReadDocument[] = []
  const skipped = readDocuments(
    files,
    {
      root: source.root,
      starts: source.starts,
      now: clock.now(),
      include: `lorefence import --pack ${name}`,
      isIgnored: gitIgnored(files, source.root),
    },
    (document) => void documents.push(document),
  )
  const omitted = [...source.omitted, ...skipped]
  const about = { kind: source.kind, omitted, lost }
  if (documents.length === 0) return { ...about, files: [], refused: 'There is no document that can be imported.' }
  if (lost.length > 0 && !options.acceptLoss && !dryRun) return { ...about, files: [], refused: lossy }
  const guide = draftPack(documents, {
    name,
    project: { ...projectFacts(files, source.root), name },
    today: clock.now().toISOString().slice(0, 10),
    tool: { name: 'lorefence', version, kind: 'import' },
    layer: source.layer,
    ...(declared ? { declared } : {}),
  })
  const outputs = [
    ...documents.map((document) => ({ path: `${source.layer}/${document.path}`, bytes: document.bytes })),
    { path: 'KNOWLEDGE.md', bytes: new TextEncoder().encode(guide) },
  ]
  if (dryRun) return { ...about, files: outputs.map((file) => ({ path: file.path, action: 'would-create' })) }
  for (const file of outputs) {
    const written = ports.writer.create(root, `${inside}/${file.path}`, file.bytes)
    if (!written.ok) throw new Error(`"${file.path}" was not written. ${written.detail}`)
  }
  const record = writeRecord(ports, folder, 'ingest', (run_id) => ({
    run_id,
    command: 'import',
    kind: source.kind,
    inputs: documents.map(({ path: input, bytes }) => ({ path: input, sha256: hashOf(bytes, 'sha256') })),
    outputs: outputs.map((file) => ({ path: file.path, operation: 'created' })),
    findings: omitted.map(({ path: left, reason }) => ({ severity: 'info', path: left, message: reason })),
  }))
  return { ...about, files: outputs.map((file) => ({ path: file.path, action: 'created' })), record }
}

const lossy = 'A pack has no place for what is listed. To import it without: --accept-loss'

/** The declared format matters only if it differs from that of the file. */
const keptByPack = new Set(['path', 'intent', 'format'])
const keptOfManifest = new Set(['kcp_version', 'version', 'updated', 'license', 'units', 'language'])

/** Only documents of unrestricted units, since a pack could not express the restriction. */
function manifestSource(
  { files }: AuthorPorts,
  source: ImportSource,
): { readonly source: ImportSource; readonly lost: readonly string[]; readonly declared?: PackOrigin['declared'] } {
  const [file = ''] = source.starts
  const read = files.read(source.root, file, { limit: limits.documentBytes })
  const { manifest, raw } = read.ok ? readManifest(read.bytes, file) : {}
  const omitted: { path: string; reason: string }[] = []
  const starts: string[] = []
  const lost = new Set(Object.keys(raw ?? {}).filter((name) => !keptOfManifest.has(name)))
  const intents = new Map<string, string>()
  const restrictions = manifest && raw ? restrictionsIn(manifest, raw) : () => []
  const rawUnits: readonly unknown[] = Array.isArray(raw?.['units']) ? raw['units'] : []
  for (const declared of manifest?.units ?? []) {
    const { index, path } = declared
    const unit = rawUnits[index]
    const reason = whyOmitted(files, `${source.root}/${normalizePath(path)}`, path, restrictions(declared))
    if (reason !== undefined) omitted.push({ path, reason })
    else {
      starts.push(normalizePath(path))
      // A file of two units has one line in the context map.
      if (intents.has(normalizePath(path))) lost.add('intent')
      else intents.set(normalizePath(path), declared.intent)
      for (const name of isObject(unit) ? Object.keys(unit) : []) if (!keptByPack.has(name)) lost.add(name)
    }
  }
  const word = (name: string): Readonly<Record<string, string>> => {
    const value = raw?.[name]
    if (typeof value === 'string') return { [name]: value }
    if (value !== undefined) lost.add(name)
    return {}
  }
  const head = { ...word('version'), ...word('updated'), ...word('license'), ...word('language') }
  return { source: { ...source, starts, omitted }, lost: [...lost].sort(), declared: { ...head, intents } }
}

function whyOmitted(
  files: AuthorPorts['files'],
  full: string,
  path: string,
  restricting: readonly string[],
): string | undefined {
  if (restricting.length > 0) return `restricted by ${restricting.join(', ')}, which a pack cannot express`
  if (isWebAddress(path)) return 'it is on the web; fetch it first'
  if (pathProblem(path)) return 'it is outside the folder'
  return files.kindOf(full) === 'file' ? undefined : 'it is no file'
}
