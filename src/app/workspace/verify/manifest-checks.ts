import { isStale } from '../../../govern/gates/freshness.ts'
import { hasWindow, windowState } from '../../../govern/window.ts'
import { effectiveUnit } from '../../../parse/manifest/inherit.ts'
import { readManifest } from '../../../parse/manifest/manifest.ts'
import { pointer } from '../../../parse/yaml/tree.ts'
import { detectLanguage, terms } from '../../../text/lexicon/lexicon.ts'
import { isWebAddress, normalizePath, pathProblem } from '../../../text/paths/paths.ts'
import { showValue } from '../../../text/show-value.ts'
import { declaredUnits } from '../../../validate/manifest-facts/declared.ts'
import { unitTextAt } from '../../../validate/manifest-facts/unit-text.ts'
import { danglingIds, declaredReferences } from '../../../validate/rules/manifest/kcp4xx-dangling-ids.ts'
import { contentHashAt } from '../../../validate/rules/manifest/kcp624-content-hash-mismatch.ts'
import { dateFact } from './dates.ts'
import { contradicted, proved, unknown, type Declared, type FactCheck, type ManifestSubject } from './fact.ts'
import { linkFacts } from './links.ts'

type ManifestCheck = FactCheck<ManifestSubject>

const paths: ManifestCheck = {
  check: 'path',
  codes: ['KCP412', 'KCP501', 'KCP503'],
  *facts({ raw, manifest, folder }) {
    for (const { fields, path } of declaredUnits(raw)) {
      const [id, written] = [fields['id'], fields['path']]
      if (typeof written !== 'string') continue
      const unit = typeof id === 'string' ? { unit: id } : {}
      yield { pointer: pointer(...path, 'path'), ...unit, ...pathFact(folder, written) }
    }
    for (const [index, { localMirror }] of (manifest.manifests ?? []).entries())
      if (localMirror !== undefined)
        yield { pointer: pointer('manifests', index, 'local_mirror'), ...pathFact(folder, localMirror) }
  },
}

function pathFact(folder: ManifestSubject['folder'], path: string): Pick<Declared, 'verdict' | 'detail'> {
  if (isWebAddress(path)) return unknown(`${showValue(path)} is on the web; nothing was fetched.`)
  const isThere = folder.hasFolder(path) || folder.trouble(path) === undefined
  return isThere
    ? proved(`${showValue(path)} exists.`)
    : contradicted(`${showValue(path)} cannot be read in the folder of the manifest.`)
}

const hashes: ManifestCheck = {
  check: 'hash',
  codes: ['KCP624', 'KCP327', 'KCP723'],
  *facts({ manifest, folder }) {
    for (const unit of manifest.units) {
      const hash = effectiveUnit(manifest, unit).contentHash
      if (!hash) continue
      const isHere = !isWebAddress(unit.path) && !pathProblem(unit.path)
      const found = isHere ? contentHashAt(folder, normalizePath(unit.path), hash.algorithm) : undefined
      const at = { pointer: pointer('units', unit.index, 'content_hash'), unit: unit.id }
      if (found === undefined) yield { ...at, ...unknown(`The content of "${unit.id}" cannot be read here.`) }
      else if (found === hash.value) yield { ...at, ...proved(`The content of "${unit.id}" has this hash.`) }
      else yield { ...at, ...contradicted(`The content of "${unit.id}" has the hash "${found}".`) }
    }
    for (const { path, integrity } of manifest.includes ?? [])
      if (integrity.state === 'verified')
        yield { pointer: pointer('composition'), ...proved(`${showValue(path)} is what its integrity block says.`) }
  },
}

const dates: ManifestCheck = {
  check: 'date',
  codes: ['KCP319'],
  *facts(subject) {
    const { manifest, document, changes, now, folder } = subject
    const place = (path: string): string => `${folder.root}/${path}`
    const own = place(document)
    if (manifest.updated !== undefined)
      yield {
        pointer: '/updated',
        ...dateFact('updated', manifest.updated, {
          change: changes.of(own),
          now,
          wasSetThere: () => {
            const before = changes.before(own)
            return before && readManifest(before, document).manifest?.updated !== manifest.updated
          },
        }),
      }
    for (const { id, index, path, validated, verification } of manifest.units) {
      const declared = [
        { field: 'validated', date: validated, at: pointer('units', index, 'validated') },
        {
          field: 'verified_at',
          date: verification?.verifiedAt?.slice(0, 10),
          at: pointer('units', index, 'discovery', 'verified_at'),
        },
      ]
      for (const { field, date, at } of declared) {
        if (date === undefined) continue
        const isHere = !isWebAddress(path) && !pathProblem(path)
        const change = isHere ? changes.newestIn(place(normalizePath(path))) : undefined
        const manifestChange = changes.of(own)
        const wasSetThere = (): boolean | undefined =>
          change?.commit !== undefined && change.commit === manifestChange?.commit ? true : undefined
        yield { pointer: at, unit: id, ...dateFact(field, date, { change, now, wasSetThere }) }
      }
    }
  },
}

const triggers: ManifestCheck = {
  check: 'trigger',
  codes: ['KCP315'],
  *facts({ manifest, folder }) {
    for (const { id, index, path, triggers: declared = [] } of manifest.units) {
      if (declared.length === 0) continue
      const text = isWebAddress(path) ? undefined : unitTextAt(folder, path)
      const language = detectLanguage(text ?? '')
      const known = new Set(text === undefined ? [] : terms(`${path}\n${text}`, language))
      const occurs = declared.map((trigger) => terms(trigger, language).some((word) => known.has(word)))
      // One trigger may be a synonym; that no trigger occurs is a contradiction.
      const isForeign = text !== undefined && !occurs.includes(true)
      for (const [position, trigger] of declared.entries()) {
        const at = { pointer: pointer('units', index, 'triggers', position), unit: id }
        const absent = `No word of ${showValue(trigger)} occurs in the text of "${id}"`
        if (text === undefined) yield { ...at, ...unknown(`The text of "${id}" cannot be read here.`) }
        else if (occurs[position]) yield { ...at, ...proved(`${showValue(trigger)} occurs in the text of "${id}".`) }
        else
          yield { ...at, ...(isForeign ? contradicted(`${absent}, nor of any other trigger.`) : unknown(`${absent}.`)) }
      }
    }
  },
}

const references: ManifestCheck = {
  check: 'reference',
  codes: [...danglingIds.codes, 'KCP410', 'KCP415', 'KCP416'],
  *facts(subject) {
    const { manifest, units, folder } = subject
    for (const { id, path } of declaredReferences(subject))
      if (typeof id === 'string') yield { pointer: pointer(...path), ...unitFact(units, id) }
    for (const { id, index, supersedes, temporal, externalDependsOn = [] } of manifest.units) {
      if (supersedes !== undefined)
        yield { pointer: pointer('units', index, 'supersedes'), unit: id, ...unitFact(units, supersedes) }
      if (temporal?.supersededBy !== undefined)
        yield {
          pointer: pointer('units', index, 'temporal', 'superseded_by'),
          unit: id,
          ...unitFact(units, temporal.supersededBy),
        }
      for (const [position, { manifest: other, unit }] of externalDependsOn.entries())
        yield {
          pointer: pointer('units', index, 'external_depends_on', position),
          unit: id,
          ...externalFact(mirroredUnits(folder, manifest, other), unit, other),
        }
    }
    yield* linkFacts(subject, filesOfUnits(subject))
  },
}

const unitFact = (units: ManifestSubject['units'], id: string): Pick<Declared, 'verdict' | 'detail'> =>
  units.has(id)
    ? proved(`The unit ${showValue(id)} exists.`)
    : contradicted(`The unit ${showValue(id)} does not exist.`)

function externalFact(
  units: ReadonlySet<string> | undefined,
  unit: string | undefined,
  other: string | undefined,
): Pick<Declared, 'verdict' | 'detail'> {
  const named = `the unit ${showValue(unit)} of the manifest ${showValue(other)}`
  if (units === undefined) return unknown(`Nothing was fetched, so ${named} is not known.`)
  return units.has(unit ?? '')
    ? proved(`Its local mirror has ${named}.`)
    : contradicted(`Its local mirror does not have ${named}.`)
}

/** Ids and aliases in the local mirror of another manifest. */
function mirroredUnits(
  folder: ManifestSubject['folder'],
  { manifests = [] }: ManifestSubject['manifest'],
  id: string | undefined,
): ReadonlySet<string> | undefined {
  const mirror = manifests.find((declared) => declared.id === id)?.localMirror
  const read = mirror === undefined ? undefined : folder.bytes(mirror)
  const mirrored = read?.ok ? readManifest(read.bytes, mirror ?? '').manifest : undefined
  return mirrored && new Set(mirrored.units.flatMap((unit) => [unit.id, ...(unit.aliases ?? [])]))
}

/** Each once. */
function filesOfUnits({ manifest, folder }: ManifestSubject): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { path } of manifest.units) {
    if (pathProblem(path)) continue
    const place = normalizePath(path)
    if (!folder.hasFolder(place)) found.add(place)
    else for (const file of folder.files) if (place === '' || file.startsWith(`${place}/`)) found.add(file)
  }
  return found
}

const windows: ManifestCheck = {
  check: 'window',
  codes: ['KCP325', 'KCP417'],
  *facts({ manifest, now }) {
    for (const unit of manifest.units) {
      const effective = effectiveUnit(manifest, unit)
      const at = { unit: unit.id }
      if (hasWindow(effective)) {
        const isOwn = unit.temporal?.validFrom !== undefined || unit.temporal?.validUntil !== undefined
        yield { ...at, pointer: isOwn ? pointer('units', unit.index, 'temporal') : '/temporal', ...windowFact() }
      }
      if (effective.freshnessPolicy?.value.maxAgeDays !== undefined) {
        const written = effective.freshnessPolicy.origin === 'unit' ? ['units', unit.index] : []
        yield { ...at, pointer: pointer(...written, 'freshness_policy'), ...freshnessFact() }
      }

      function windowFact(): Pick<Declared, 'verdict' | 'detail'> {
        const { validFrom, validUntil } = effective.temporal
        switch (windowState(effective.temporal, now ?? new Date(0))) {
          case 'open':
            return proved(`"${unit.id}" is valid today.`)
          case 'not-yet':
            return unknown(`"${unit.id}" is valid from ${showValue(validFrom?.value)}.`)
          case 'expired':
            // Without a successor, KCP417 contradicts it.
            return proved(`"${unit.id}" was valid until ${showValue(validUntil?.value)}, and another unit replaces it.`)
        }
      }

      function freshnessFact(): Pick<Declared, 'verdict' | 'detail'> {
        if (unit.validated === undefined) return unknown(`"${unit.id}" does not say when it was validated.`)
        return isStale(effective, now ?? new Date(0))
          ? contradicted(`"${unit.id}" was validated ${unit.validated}, longer ago than its policy allows.`)
          : proved(`"${unit.id}" was validated ${unit.validated}, as its policy requires.`)
      }
    }
  },
}

export const manifestChecks: readonly ManifestCheck[] = [paths, hashes, dates, triggers, references, windows]
