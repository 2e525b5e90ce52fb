import { draftManifest, unitDrafter, type DraftUnit } from '../../author/draft/draft-manifest.ts'
import { restrictionsIn } from '../../author/exchange/governed-fields.ts'
import { llmsText, type LlmsEntry } from '../../author/exchange/llms-text.ts'
import { readDocuments } from '../../author/documents/read-documents.ts'
import { limits } from '../../model/limits.ts'
import { packFolders } from '../../model/tables/pack-folders.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import { fileName } from '../../text/paths/paths.ts'
import { openAuthoredPack, type AuthoredPack, type AuthorPorts } from './authored-pack.ts'

interface ExportOptions {
  readonly to: 'llms' | 'manifest'
  /** Print even if something is lost. */
  readonly acceptLoss: boolean
}

export interface Exported {
  readonly name?: string
  /** Absent if it was refused. */
  readonly text?: string
  /** What the other format has no place for. */
  readonly lost: readonly string[]
  readonly omitted: readonly { readonly path: string; readonly reason: string }[]
  readonly refused?: string
}

type Reading = Pick<AuthorPorts, 'files' | 'clock'>

/** A pack as a manifest or a list of links; paths are relative to the pack. Nothing is written. */
export function exportPack(ports: Reading, root: string, { to, acceptLoss }: ExportOptions): Exported {
  const authored = openAuthoredPack(ports.files, root)
  const { pack, folder } = authored
  if (!pack) return { lost: [], omitted: [], refused: 'The frontmatter is invalid; "lorefence validate ." shows why.' }
  const about = { name: pack.name, lost: lostOf(authored, to), omitted: [] }
  const barrier = barrierOf(authored)
  if (barrier !== undefined) return { ...about, refused: barrier }
  const draft = unitDrafter({ name: pack.name })
  const units: DraftUnit[] = []
  const texts = folder.files.filter((path) => /^(?:documents|wiki)\//.test(path) && path !== 'wiki/log.md')
  const omitted = readDocuments(
    ports.files,
    { root, starts: texts, now: ports.clock.now(), include: 'lorefence export', isIgnored: () => false },
    (document) => {
      const unit = draft(document)
      if ('reason' in unit) return unit
      units.push(unit)
      return undefined
    },
  )
  const result = { ...about, omitted }
  if (to === 'llms') {
    const links = units.map(({ path, intent }): LlmsEntry => ({ title: fileName(path), path, description: intent }))
    return { ...result, text: llmsText({ name: pack.name, description: pack.description, links }) }
  }
  if (!acceptLoss && about.lost.length > 0) return { ...result, refused: lossy }
  const { license, updated } = pack.head
  const today = updated ?? ports.clock.now().toISOString().slice(0, 10)
  return {
    ...result,
    text: draftManifest(units, { name: pack.name, ...(license === undefined ? {} : { license }) }, today),
  }
}

const lossy = 'A manifest has no place for what is listed. To export it without: --accept-loss'

/** A manifest cannot ask before a draft is used, nor mark text as a persona. */
function barrierOf({ pack }: AuthoredPack): string | undefined {
  if (pack?.mode === 'persona') return 'A persona would become plain facts.'
  return pack && ['draft', 'disputed', 'archived'].includes(pack.status)
    ? `Its status "${pack.status}" requires an approval before use, which other formats cannot express.`
    : undefined
}

const keptFields = { manifest: new Set(['name', 'license', 'updated']), llms: new Set(['name', 'description']) }

function lostOf({ reading, folder }: AuthoredPack, to: ExportOptions['to']): readonly string[] {
  const fields = Object.keys(reading.raw ?? {}).filter((name) => !keptFields[to].has(name))
  const held = Object.keys(packFolders).filter(
    (name) => name !== 'documents' && name !== 'wiki' && folder.files.some((path) => path.startsWith(`${name}/`)),
  )
  return [...fields, ...held.map((name) => `${name}/`), 'the guide']
}

/** A manifest as a list of links. A unit that restricts its use is not listed: the list is for everyone. */
export function exportManifest(ports: Reading, root: string, file: string): Exported {
  const read = ports.files.read(root, file, { limit: limits.documentBytes })
  const { manifest, raw } = read.ok ? readManifest(read.bytes, file) : {}
  if (!manifest || !raw)
    return { lost: [], omitted: [], refused: 'The manifest is invalid; "lorefence validate ." shows why.' }
  const restrictions = restrictionsIn(manifest, raw)
  const omitted: { path: string; reason: string }[] = []
  const links = manifest.units.flatMap((unit): readonly LlmsEntry[] => {
    const { id, path, intent } = unit
    const restricting = restrictions(unit)
    if (restricting.length === 0) return [{ title: id, path, description: intent }]
    omitted.push({ path, reason: `restricted by ${restricting.join(', ')}` })
    return []
  })
  const text = llmsText({ name: manifest.project, manifest: `/${file}`, links })
  return { name: manifest.project, text, lost: lostOfManifest(raw), omitted }
}

/** A link has a title, an address and a description. */
function lostOfManifest(raw: Readonly<Record<string, unknown>>): readonly string[] {
  const kept = new Set(['project', 'units', 'id', 'path', 'intent'])
  const units: readonly unknown[] = Array.isArray(raw['units']) ? raw['units'] : []
  const names = [raw, ...units].flatMap((entry) => (isObject(entry) ? Object.keys(entry) : []))
  return [...new Set(names)].filter((name) => !kept.has(name)).sort()
}
