import type { Code } from '../../model/codes/codes.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import type { DistributionEntry } from '../../model/documents/side-documents.ts'
import { distributionFields } from '../../model/tables/manifest-fields.ts'
import { isSemver } from '../../text/notations/semver.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { didYouMean } from '../../text/messages/suggest.ts'
import { checkFields, type FieldProblem } from '../check-fields.ts'
import { isObject } from '../read-fields.ts'
import { pointer } from '../yaml/tree.ts'

export function distributionFindings(
  raw: Record<string, unknown>,
  entries: readonly DistributionEntry[],
): readonly Finding[] {
  const findings: Finding[] = []
  checkFields(distributionFields, raw, (problem) => {
    const finding = toFinding(problem)
    if (finding) findings.push(finding)
  })
  versionFindings(raw, findings)
  const first = new Map<string, DistributionEntry>()
  for (const entry of entries) {
    if (first.has(entry.name))
      findings.push({
        code: 'KCP303',
        message: `The name "${entry.name}" is declared twice.`,
        pointer: pointer('entries', entry.index, 'name'),
        help: 'Rename one; names are unique within a catalog.',
      })
    else first.set(entry.name, entry)
    entryFindings(entry, findings)
  }
  dependencyFindings(entries, first, findings)
  return findings
}

function toFinding({
  kind,
  pointer: at,
  field,
  expected,
  written,
  suggestion,
  shape,
}: FieldProblem): Finding | undefined {
  const needed = ('required' in shape && shape.required === true) || /^\/entries\/\d+$/.test(at)
  const wrong = (code: Code): Finding => ({
    code,
    message: `The field "${field}" is ${showValue(written)}, not ${expected}.`,
    pointer: at,
  })
  switch (kind) {
    case 'missing':
      return { code: 'KCP219', message: `The field "${field}" is missing.`, pointer: at }
    case 'empty':
      return { code: 'KCP219', message: `The field "${field}" is empty.`, pointer: at }
    case 'date':
      return wrong('KCP307')
    case 'unknown':
      return suggestion
        ? {
            code: 'KCP321',
            message: `The field "${field}" is unknown here.`,
            pointer: at,
            atKey: true,
            help: `Did you mean "${suggestion}"?`,
          }
        : undefined
    default:
      return wrong(needed ? 'KCP219' : 'KCP301')
  }
}

function versionFindings(raw: Record<string, unknown>, findings: Finding[]): void {
  const version = raw['catalog_version']
  if (typeof version === 'number')
    findings.push({
      code: 'KCP305',
      message: 'The version in "catalog_version" is written as a number.',
      pointer: '/catalog_version',
    })
  else if (typeof version === 'string' && version !== '0.1')
    findings.push({
      code: 'KCP302',
      message: `The value ${showValue(version)} of "catalog_version" is not "0.1".`,
      pointer: '/catalog_version',
      help: 'Write "0.1"; the catalog is read as such.',
    })
  for (const [index, entry] of (Array.isArray(raw['entries']) ? raw['entries'] : []).entries()) {
    if (isObject(entry) && typeof entry['version'] === 'number')
      findings.push({
        code: 'KCP305',
        message: 'The version of an entry is written as a number.',
        pointer: pointer('entries', index, 'version'),
      })
  }
}

const namePattern = new RegExp(distributionFields.entries.of.fields.name.pattern)

function entryFindings(entry: DistributionEntry, findings: Finding[]): void {
  if (!namePattern.test(entry.name))
    findings.push({
      code: 'KCP303',
      message: `The name ${showValue(entry.name)} has characters that are not allowed.`,
      pointer: pointer('entries', entry.index, 'name'),
      help: 'Use lowercase letters, digits and hyphens, and start with a letter or digit.',
    })
  if (entry.sourceKind === undefined)
    findings.push({
      code: 'KCP506',
      message: `The source ${showValue(entry.source)} is of an unknown kind.`,
      pointer: pointer('entries', entry.index, 'source'),
    })
  if (entry.version !== undefined && !isSemver(entry.version))
    findings.push({
      code: 'KCP306',
      message: `The version ${showValue(entry.version)} is not a semantic version.`,
      pointer: pointer('entries', entry.index, 'version'),
    })
}

/** Limits the cost of comparing every unknown name with every known one. */
const suggestionLimit = 1000

function dependencyFindings(
  entries: readonly DistributionEntry[],
  byName: ReadonlyMap<string, DistributionEntry>,
  findings: Finding[],
): void {
  for (const entry of entries) {
    for (const [position, name] of (entry.dependsOn ?? []).entries()) {
      if (byName.has(name)) continue
      const help = byName.size <= suggestionLimit ? didYouMean(name, byName.keys()) : undefined
      findings.push({
        code: 'KCP414',
        message: `The entry "${entry.name}" depends on "${name}", which is not declared.`,
        pointer: pointer('entries', entry.index, 'depends_on', position),
        ...(help ? { help } : {}),
      })
    }
  }
  for (const { from, position, names } of cyclesIn(byName)) {
    const message =
      names.length === 1
        ? `The entry "${from.name}" depends on itself.`
        : `The entries ${listed(names)} depend on each other.`
    findings.push({ code: 'KCP414', message, pointer: pointer('entries', from.index, 'depends_on', position) })
  }
}

const listed = (names: readonly string[]): string =>
  names
    .slice(0, 6)
    .map((name) => `"${name}"`)
    .join(' → ') + (names.length > 6 ? ' → …' : '')

interface Cycle {
  /** The entry whose dependency closes the cycle, and its position in `depends_on`. */
  readonly from: DistributionEntry
  readonly position: number
  /** From the entry that is reached again towards `from`; the first few. */
  readonly names: readonly string[]
}

/** Long cycles are shortened, because the output of a hostile file would grow quadratically. */
const shownNames = 7

/** Every dependency that closes a cycle. Without recursion; each dependency is followed once. */
function cyclesIn(entries: ReadonlyMap<string, DistributionEntry>): readonly Cycle[] {
  const cycles: Cycle[] = []
  const done = new Set<string>()
  for (const start of entries.values()) {
    if (done.has(start.name)) continue
    const path: { readonly entry: DistributionEntry; next: number }[] = [{ entry: start, next: 0 }]
    const depthOf = new Map([[start.name, 0]])
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const position = top.next
      const name = top.entry.dependsOn?.[position]
      top.next += 1
      if (name === undefined) {
        done.add(top.entry.name)
        depthOf.delete(top.entry.name)
        path.pop()
        continue
      }
      const reached = entries.get(name)
      const depth = depthOf.get(name)
      if (depth !== undefined)
        cycles.push({
          from: top.entry,
          position,
          names: path.slice(depth, depth + shownNames).map(({ entry }) => entry.name),
        })
      else if (reached && !done.has(name)) {
        depthOf.set(name, path.length)
        path.push({ entry: reached, next: 0 })
      }
    }
  }
  return cycles
}
