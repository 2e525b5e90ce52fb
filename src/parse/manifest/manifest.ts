import type { Code } from '../../model/codes/codes.ts'
import { codeRows } from '../../model/codes/codes.ts'
import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { FieldTable, ReadOf } from '../../model/tables/fields.ts'
import type { FederatedManifest, Manifest, Relationship, Unit, UnusableUnit } from '../../model/documents/manifest.ts'
import { federatedManifestFields, manifestFields, relationshipFields } from '../../model/tables/manifest-fields.ts'
import { unitFields } from '../../model/tables/unit-fields.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import { diagnose, type SourceDocument } from '../diagnose.ts'
import { fileName, folderOf, isWebAddress, pathProblem } from '../../text/paths/paths.ts'
import { isPlainPath } from '../../text/paths/path-readings.ts'
import { pathSentences, rejections } from './manifest-rejections.ts'
import { isObject, readFields } from '../read-fields.ts'
import type { Tree, WrittenNumbers } from '../yaml/tree.ts'
import { restrictionsOfUnusable, restrictionsOn, unreadableFields } from './unreadable.ts'
import { parseYaml, type YamlProblem } from '../yaml/yaml.ts'

/** Everything the rules need of one knowledge.yaml, whether or not it is usable. */
export interface ManifestReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  /** No model could be built. */
  readonly rejected: boolean
  readonly raw?: Record<string, unknown>
  readonly tree?: Tree
  readonly manifest?: Manifest
}

export type UsableReading = ManifestReading & Required<Pick<ManifestReading, 'raw' | 'tree' | 'manifest'>>

export const isUsableReading = (reading: ManifestReading): reading is UsableReading =>
  !reading.rejected && reading.raw !== undefined && reading.tree !== undefined && reading.manifest !== undefined

export function parseManifest(
  text: SourceText,
  options: { readonly file?: string; readonly folderName?: string } = {},
): { readonly manifest?: Manifest; readonly diagnostics: readonly Diagnostic[] } {
  const reading = readManifest(text, options.file ?? 'knowledge.yaml', options.folderName)
  const diagnostics = diagnose(reading.findings, reading.source)
  return reading.manifest && !reading.rejected ? { manifest: reading.manifest, diagnostics } : { diagnostics }
}

/** `folderName` is the last resort for the name of the project. */
export function readManifest(
  input: SourceText,
  file: string,
  folderName: string = fileName(folderOf(file)),
): ManifestReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'KCP102', limit: 'KCP106', bom: 'KCP103' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings, rejected: true }
  const text = decoded.text
  const { tree, problems } = parseYaml(text)
  if (!tree)
    return { source: { file, text }, findings: [...decoded.findings, ...problems.map(yamlFinding)], rejected: true }
  const source: SourceDocument = { file, text, locate: tree.locate }
  if (!isObject(tree.value)) {
    const message =
      tree.value === undefined || tree.value === null
        ? 'The document is empty.'
        : 'The document is not a mapping of fields.'
    return {
      source,
      findings: [...decoded.findings, { code: 'KCP108', message, span: { start: 0, end: 0 } }],
      rejected: true,
    }
  }
  const raw = tree.value
  if (isForeign(raw)) return { source, findings: [...decoded.findings, foreign], rejected: true }
  const tooMany = tooManyUnits(raw['units'])
  if (tooMany) return { source, findings: [...decoded.findings, tooMany], rejected: true }
  const findings = [...decoded.findings, ...rejections(raw, tree.numbers)]
  return {
    source,
    findings,
    rejected: findings.some((finding) => codeRows[finding.code].rejects),
    raw,
    tree,
    manifest: buildManifest(raw, tree, folderName),
  }
}

const foreign: Finding = {
  code: 'KCP111',
  message: 'The file has no "units", "kcp_version" or "manifests".',
  pointer: '',
}

/** Other programs have a `knowledge.yaml` too. */
const isForeign = (raw: Record<string, unknown>): boolean =>
  !['units', 'kcp_version', 'manifests'].some((field) => Object.hasOwn(raw, field))

/** Reported alone: a hundred thousand further findings would only cost time. */
function tooManyUnits(units: unknown): Finding | undefined {
  if (!Array.isArray(units) || units.length <= limits.units) return undefined
  return {
    code: 'KCP106',
    message: `The manifest declares ${units.length} units; at most ${limits.units} are read.`,
    pointer: '/units',
  }
}

const yamlCodes: Record<YamlProblem['kind'], Code> = {
  invalid: 'KCP101',
  duplicate: 'KCP104',
  unsafe: 'KCP105',
  limit: 'KCP106',
}

export const yamlFinding = ({ kind, ...problem }: YamlProblem): Finding => ({ code: yamlCodes[kind], ...problem })

/** Units and relationships are read one by one; as `any` they stay out of the extensions. */
const rootFields = {
  ...manifestFields,
  units: { type: 'any' },
  relationships: { type: 'any' },
} as const satisfies FieldTable

function buildManifest(raw: Record<string, unknown>, tree: Tree, folderName: string): Manifest {
  const { units: rawUnits, relationships: rawRelationships, ...root } = readFields(rootFields, raw, tree.numbers)
  const { units, unusable } = readUnits(rawUnits, tree)
  return {
    ...root,
    ...(root.auth ? { auth: withTypedMethods(root.auth) } : {}),
    ...(root.manifests ? { manifests: sourcesOf(root.manifests, raw['manifests']) } : {}),
    kind: 'manifest',
    project: projectOf(raw, folderName),
    units,
    unusable,
    relationships: readRelationships(rawRelationships, units, tree.numbers),
    relationshipCount: Array.isArray(rawRelationships) ? rawRelationships.length : 0,
    unreadable: [...unreadableFields(manifestFields, raw), ...restrictionsOfUnusable(rawUnits, unusable)],
  }
}

/** Only mappings are read as entries, so both are in the same order. */
function sourcesOf(entries: readonly FederatedManifest[], raw: unknown): readonly FederatedManifest[] {
  const mappings = Array.isArray(raw) ? raw.filter(isObject) : []
  return entries.map((entry, i) => {
    const unreadable = unreadableFields(federatedManifestFields, mappings[i] ?? {}).filter(
      ({ field }) => field === 'temporal',
    )
    return {
      ...entry,
      ...(entry.auth ? { auth: withTypedMethods(entry.auth) } : {}),
      ...(unreadable.length > 0 ? { unreadable } : {}),
    }
  })
}

/** KCP §3.3: a method without a type is skipped; an unknown type is kept, so that messages can name it. */
function withTypedMethods(auth: NonNullable<Manifest['auth']>): NonNullable<Manifest['auth']> {
  return auth.methods ? { ...auth, methods: auth.methods.filter((method) => method.type) } : auth
}

/** The name of a manifest without `project`: a field that authors use instead, else the name of its folder. */
function projectOf(raw: Record<string, unknown>, folderName: string): string {
  const entity = raw['entity']
  const names = [raw['project'], raw['name'], raw['id'], isObject(entity) ? entity['name'] : undefined, folderName]
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? ''
}

function readUnits(raw: unknown, tree: Tree): Pick<Manifest, 'units' | 'unusable'> {
  const units: Unit[] = []
  const unusable: UnusableUnit[] = []
  if (!Array.isArray(raw)) return { units, unusable }
  for (let index = 0; index < raw.length; index++) {
    const item: unknown = raw[index]
    const unit = isObject(item) ? readUnit(item, index, tree.numbers) : 'it is not a mapping of fields'
    if (typeof unit !== 'string') {
      units.push(unit)
      continue
    }
    const id: unknown = isObject(item) ? item['id'] : undefined
    unusable.push({ index, problem: unit, ...(typeof id === 'string' && id !== '' ? { id } : {}) })
  }
  return { units, unusable }
}

/** One unit, or why it cannot be used. */
export function readUnit(raw: Record<string, unknown>, index: number, numbers: WrittenNumbers): Unit | string {
  const head = readFields(unitFields, raw, numbers)
  const problem = unusableBecause(head)
  if (problem !== undefined) return problem
  const { id = '', path = '', triggers } = head
  const rest = {
    id,
    path: isWebAddress(path) ? path : path.replaceAll('\\', '/'),
    intent: intentOf(head, raw),
    index,
    unreadable: unreadableFields(unitFields, raw),
  }
  const isPlain = isWebAddress(path) || isPlainPath(rest.path)
  const restrictions = isPlain ? [] : restrictionsOn(raw, index, 'of a unit whose path names no file')
  // The head is not shared, and with 10,000 units completing it is much cheaper than copying it.
  return Object.assign(
    head,
    rest,
    sizesOf(head),
    restrictions.length > 0 ? { ifUnplaced: restrictions } : undefined,
    triggers ? { triggers: withinTriggerLimits(triggers) } : undefined,
    head.aliases ? { aliases: head.aliases.filter(isAlias) } : undefined,
  )
}

/** Why a unit cannot be used at all; it never costs the others. */
function unusableBecause({ id, path }: ReadOf<typeof unitFields>): string | undefined {
  if (!id?.trim()) return 'it has no id'
  if (!path?.trim()) return 'it has no path'
  const problem = isWebAddress(path) ? undefined : pathProblem(path)
  return problem && `its path ${pathSentences[problem]}`
}

/** KCP §4.4. Many authors write a description or a name instead. */
function intentOf({ id = '', intent }: ReadOf<typeof unitFields>, unit: Record<string, unknown>): string {
  const texts = [intent, unit['description'], unit['name']]
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? id
}

/** `size_tokens` and `bytes`, which no version defines, replace missing hints. */
function sizesOf({ hints, sizeTokens, bytes }: ReadOf<typeof unitFields>): Pick<Unit, 'hints'> | undefined {
  const tokenEstimate = hints?.tokenEstimate ?? sizeTokens
  const sizeBytes = hints?.sizeBytes ?? bytes
  if (tokenEstimate === hints?.tokenEstimate && sizeBytes === hints?.sizeBytes) return undefined
  return {
    hints: {
      ...hints,
      ...(tokenEstimate === undefined ? {} : { tokenEstimate }),
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
    },
  }
}

/** KCP §4.9: cut long triggers at 60 code points, ignore empty ones and those beyond the 20th. */
function withinTriggerLimits(declared: readonly string[]): readonly string[] {
  const triggers = declared.some((trigger) => trigger.trim() === '')
    ? declared.filter((trigger) => trigger.trim() !== '')
    : declared
  if (triggers.length <= 20 && triggers.every((trigger) => trigger.length <= 60)) return triggers
  return triggers.slice(0, 20).map((trigger) => (trigger.length > 60 ? [...trigger].slice(0, 60).join('') : trigger))
}

/** KCP §4.2a. */
export const isAlias = (text: string): boolean => /^[a-z0-9][a-z0-9._-]*$/.test(text)

/** KCP §5: a relationship with an unknown type or unit is ignored. */
export function readRelationships(
  raw: unknown,
  units: readonly Pick<Unit, 'id'>[],
  numbers: WrittenNumbers,
): readonly Relationship[] {
  const relationships: Relationship[] = []
  if (!Array.isArray(raw)) return relationships
  const ids = new Set(units.map(({ id }) => id))
  for (const item of raw as readonly unknown[]) {
    if (!isObject(item)) continue
    const { from, to, type } = readFields(relationshipFields, item, numbers)
    if (from !== undefined && to !== undefined && type !== undefined && ids.has(from) && ids.has(to))
      relationships.push({ from, to, type })
  }
  return relationships
}
