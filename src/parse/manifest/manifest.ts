import type { Code } from '../../model/codes.ts'
import { codeEntries } from '../../model/codes.ts'
import type { Diagnostic, Finding } from '../../model/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { FieldTable } from '../../model/fields.ts'
import type { Manifest, Relationship, Unit } from '../../model/manifest.ts'
import { manifestFields, relationshipFields } from '../../model/tables/manifest-fields.ts'
import { unitFields } from '../../model/tables/unit-fields.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import { diagnose, type Source } from '../diagnose.ts'
import { isAlias } from './aliases.ts'
import { rejections } from './manifest-rejections.ts'
import { isObject, readFields } from '../read-fields.ts'
import type { Tree } from '../yaml/tree.ts'
import { unreadableFields } from './unreadable.ts'
import { parseYaml, type YamlProblem } from '../yaml/yaml.ts'

/** Everything the rules need of one knowledge.yaml, whether or not it is usable. */
export interface ManifestReading {
  readonly source: Source
  readonly findings: readonly Finding[]
  /** The document must not be used (KCP §7); rules still run on it. */
  readonly rejected: boolean
  readonly raw?: Record<string, unknown>
  readonly tree?: Tree
  readonly manifest?: Manifest
}

export function parseManifest(
  text: SourceText,
  options: { readonly file?: string } = {},
): { readonly manifest?: Manifest; readonly diagnostics: readonly Diagnostic[] } {
  const reading = readManifest(text, options.file ?? 'knowledge.yaml')
  const diagnostics = diagnose(reading.findings, reading.source)
  return reading.manifest && !reading.rejected ? { manifest: reading.manifest, diagnostics } : { diagnostics }
}

export function readManifest(input: SourceText, file: string): ManifestReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'KCP102', limit: 'KCP106', bom: 'KCP103' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings, rejected: true }
  const text = decoded.text
  const { tree, problems } = parseYaml(text)
  if (!tree)
    return { source: { file, text }, findings: [...decoded.findings, ...problems.map(yamlFinding)], rejected: true }
  const source: Source = { file, text, locate: tree.locate }
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
  const tooMany = tooManyUnits(raw['units'])
  if (tooMany) return { source, findings: [...decoded.findings, tooMany], rejected: true }
  const findings = [...decoded.findings, ...rejections(raw, tree.numbers)]
  return {
    source,
    findings,
    rejected: findings.some((finding) => codeEntries[finding.code].rejects),
    raw,
    tree,
    manifest: buildManifest(raw, tree),
  }
}

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

function buildManifest(raw: Record<string, unknown>, tree: Tree): Manifest {
  const { units: rawUnits, relationships: rawRelationships, ...root } = readFields(rootFields, raw, tree.numbers)
  const units = readUnits(rawUnits, tree)
  return {
    ...root,
    ...(root.auth ? { auth: withTypedMethods(root.auth) } : {}),
    ...(root.manifests
      ? {
          manifests: root.manifests.map((entry) =>
            entry.auth ? { ...entry, auth: withTypedMethods(entry.auth) } : entry,
          ),
        }
      : {}),
    kind: 'manifest',
    project: root.project ?? '',
    units,
    relationships: readRelationships(rawRelationships, units, tree),
    relationshipCount: Array.isArray(rawRelationships) ? rawRelationships.length : 0,
    unreadable: unreadableFields(manifestFields, raw),
  }
}

/** KCP §3.3: a method without a type is skipped; an unknown type is kept, so that messages can name it. */
function withTypedMethods(auth: NonNullable<Manifest['auth']>): NonNullable<Manifest['auth']> {
  return auth.methods ? { ...auth, methods: auth.methods.filter((method) => method.type) } : auth
}

function readUnits(raw: unknown, tree: Tree): readonly Unit[] {
  const units: Unit[] = []
  if (!Array.isArray(raw)) return units
  for (let index = 0; index < raw.length; index++) {
    const unit: unknown = raw[index]
    if (!isObject(unit)) continue
    const head = readFields(unitFields, unit, tree.numbers)
    const { id, path, intent, triggers } = head
    if (!id || !path || !intent) continue
    const rest = { id, path: path.replaceAll('\\', '/'), intent, index, unreadable: unreadableFields(unitFields, unit) }
    // The head is not shared, and with 10,000 units completing it is much cheaper than copying it.
    units.push(
      Object.assign(
        head,
        rest,
        triggers ? { triggers: withinTriggerLimits(triggers) } : undefined,
        head.aliases ? { aliases: head.aliases.filter(isAlias) } : undefined,
      ),
    )
  }
  return units
}

/** KCP §4.9: cut long triggers at 60 code points, ignore those beyond the 20th. */
function withinTriggerLimits(triggers: readonly string[]): readonly string[] {
  if (triggers.length <= 20 && triggers.every((trigger) => trigger.length <= 60)) return triggers
  return triggers.slice(0, 20).map((trigger) => (trigger.length > 60 ? [...trigger].slice(0, 60).join('') : trigger))
}

/** KCP §5: a relationship with an unknown type or unit is ignored. */
function readRelationships(raw: unknown, units: readonly Unit[], tree: Tree): readonly Relationship[] {
  const relationships: Relationship[] = []
  if (!Array.isArray(raw)) return relationships
  const ids = new Set(units.map(({ id }) => id))
  for (const item of raw as readonly unknown[]) {
    if (!isObject(item)) continue
    const { from, to, type } = readFields(relationshipFields, item, tree.numbers)
    if (from !== undefined && to !== undefined && type !== undefined && ids.has(from) && ids.has(to))
      relationships.push({ from, to, type })
  }
  return relationships
}
