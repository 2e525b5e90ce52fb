import { yamlText, type YamlValue } from '../../author/draft/yaml-text.ts'
import { unitRef } from '../../catalog/refs.ts'
import { withheldMetadata, withoutCommands } from '../../catalog/withheld-metadata.ts'
import { publishedManifest, type PublishedUnit } from '../../distribute/publish/published-manifest.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import type { WithheldText } from '../../model/records/receipt.ts'
import { draftKcpVersion } from '../../model/tables/vocabulary.ts'
import type { Release } from '../../record/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'
import { version as program } from '../../version.ts'
import { isOutsideWindow } from '../activate/units.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { sameFiles } from '../decide/same-file.ts'
import { entriesNow } from '../decide/standing.ts'
import { mayKnow } from '../decide/withhold.ts'
import { appendRelease } from '../shared/record-release.ts'
import { openUnits, rawManifest } from './open-units.ts'
import { isManifest, mainManifest, type ManifestEntry } from './public-units.ts'

/** A manifest as one requester may know it. */
export interface KnownManifest {
  readonly ref: string
  readonly title: string
  readonly kcpVersion: string
  readonly version?: string | undefined
  /** The text of a `knowledge.yaml`. */
  readonly text: string
  readonly receipt?: string
}

interface KnownUnit {
  readonly unit: Unit
  readonly decision: Decision
}

/**
 * The manifest that a server shows a requester, or everybody: units that may be read, and the names of units that need
 * an approval. Each is at `units/<id>`. A manifest for everybody is already public, so it is not recorded.
 */
export async function releaseManifest(
  catalog: Catalog,
  reader: Reader,
  isEverybody: boolean,
): Promise<KnownManifest | undefined> {
  const prepared = prepareManifest(catalog, reader, isEverybody)
  if (!prepared || isEverybody) return prepared?.manifest
  const now = reader.ports.clock.now()
  const receipt = await appendRelease(prepared.release, now, reader)
  return { ...prepared.manifest, receipt: receipt.id }
}

/** Nothing is recorded yet; `undefined` if the requester may not know any unit. */
export function prepareManifest(
  catalog: Catalog,
  reader: Reader,
  isEverybody: boolean,
): { readonly manifest: KnownManifest; readonly release: Release } | undefined {
  const known = isEverybody ? unitsForEverybody(catalog, reader) : unitsFor(catalog, reader)
  const raw = known && rawManifest(known.entry, reader)
  if (!known || !raw) return undefined
  const { entry, units } = known
  const { kcpVersion = draftKcpVersion, version, project } = entry.document
  const about = { kcp_version: kcpVersion, project, ...(version === undefined ? {} : { version }) }
  const listed = units.flatMap(({ unit, decision }) => listedUnit(unit, decision, raw.unit(unit)))
  if (listed.length === 0) return undefined
  const { manifest } = publishedManifest(raw.root, listed, about)
  const text = yamlText(manifest as { readonly [key: string]: YamlValue })
  return {
    manifest: { ref: entry.ref, title: project, kcpVersion, version, text },
    release: releaseOf({ entry, units }, text, reader),
  }
}

interface Known {
  readonly entry: ManifestEntry
  readonly units: readonly KnownUnit[]
}

function unitsForEverybody(catalog: Catalog, reader: Reader): Known | undefined {
  const open = openUnits(catalog, reader)
  if (!open) return undefined
  const units = open.units.filter((unit) => open.isOpen(unit))
  return { entry: open.entry, units: units.map(({ unit, decision }) => ({ unit: unit.unit, decision })) }
}

/** Denied units are not named. The first unit of each id counts (KCP §7). */
function unitsFor(catalog: Catalog, reader: Reader): Known | undefined {
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, { now })
  const entry = mainManifest(entriesNow(catalog.entries, decider).filter(isManifest))
  if (!entry || entry.standing === 'ungranted' || !entry.enabled) return undefined
  const shared = sameFiles(catalog, reader.ports.files, decider)
  const seen = new Set<string>()
  const units = entry.document.units.flatMap((unit): readonly KnownUnit[] => {
    const named = { ref: unitRef(entry.ref, unit.id), entry, unit }
    if (seen.has(named.ref) || decider.isDisabled(named.ref)) return []
    seen.add(named.ref)
    const circumstances = { action: 'read', activation: 'explicit', now } as const
    const decision = decider.decideShared(named, shared.sharersOf(named), circumstances)
    if (!decision || !mayKnow(decision) || isOutsideWindow(decision)) return []
    const isDenied = decision.reasons.some(({ verdict, refused }) => verdict === 'deny' && !refused)
    return isDenied ? [] : [{ unit, decision }]
  })
  return { entry, units }
}

/** The released text is fenced, so the format and hash of the file do not apply to it. */
const asReleased = { format: undefined, content_type: 'text/plain', content_hash: undefined } as const

/** The fields of a unit that needs an approval: its name, and what explains why. */
const namedOnly = ['id', 'scope', 'audience', 'access', 'sensitivity', 'delegation'] as const

function listedUnit(
  unit: Unit,
  { verdict }: Decision,
  raw: Readonly<Record<string, unknown>> | undefined,
): readonly PublishedUnit[] {
  const { id } = unit
  // Any other id cannot be part of a path; the unit can still be requested by it.
  if (!raw || !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(id)) return []
  const path = `units/${id}`
  if (verdict !== 'allow') {
    const known = Object.fromEntries(namedOnly.flatMap((name) => (Object.hasOwn(raw, name) ? [[name, raw[name]]] : [])))
    return [{ id, raw: known, changed: { ...asReleased, path, intent: 'A person has to approve this unit first.' } }]
  }
  const { intent, triggers } = withoutCommands(unit)
  const shown = { intent: intent === '' ? `The unit ${id}.` : intent, ...(triggers ? { triggers } : {}) }
  return [{ id, raw, changed: { ...asReleased, path, ...shown } }]
}

function releaseOf({ entry, units }: Known, text: string, { requester }: Reader): Release {
  const refOf = ({ unit }: KnownUnit): string => unitRef(entry.ref, unit.id)
  const withheldText = units.flatMap((known): readonly WithheldText[] =>
    withheldMetadata(known.unit).map((one) => ({ ref: refOf(known), ...one })),
  )
  return {
    kind: 'manifest',
    activation: 'explicit',
    named: [entry.ref],
    task: '',
    requester,
    budget: 0,
    tokenizer: '',
    version: program,
    decisions: units.map(({ decision }) => decision).filter(({ verdict }) => verdict !== 'allow'),
    spans: units.map((known) => ({
      ref: refOf(known),
      path: entry.found.file,
      start: 0,
      end: 0,
      fileDigest: entry.headDigest,
      spanDigest: digest(JSON.stringify(known.unit)),
    })),
    ...(withheldText.length > 0 ? { withheldText } : {}),
    fencedDigest: digest(text),
  }
}
