import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import type { Distribution, DistributionEntry, SourceKind } from '../../model/documents/side-documents.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import { limits } from '../../model/limits.ts'
import { distributionFields } from '../../model/tables/manifest-fields.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import { diagnose, type SourceDocument } from '../diagnose.ts'
import { distributionFindings } from './distribution-findings.ts'
import { yamlFinding } from '../manifest/manifest.ts'
import { isObject, readFields } from '../read-fields.ts'
import type { Tree } from '../yaml/tree.ts'
import { parseYaml } from '../yaml/yaml.ts'

export interface DistributionReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  readonly value?: Distribution
}

export function parseDistribution(
  text: SourceText,
  options: { readonly file?: string } = {},
): { readonly value?: Distribution; readonly diagnostics: readonly Diagnostic[] } {
  const { value, findings, source } = readDistribution(text, options.file ?? '.kcp/catalog.yaml')
  const diagnostics = diagnose(findings, source)
  return value ? { value, diagnostics } : { diagnostics }
}

/** The value may have errors; nothing may be installed from it while it does (KCP Catalog §6). */
export function readDistribution(input: SourceText, file: string): DistributionReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'KCP102', limit: 'KCP106', bom: 'KCP103' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings }
  const text = decoded.text
  const { tree, problems } = parseYaml(text)
  if (!tree) return { source: { file, text }, findings: [...decoded.findings, ...problems.map(yamlFinding)] }
  const source: SourceDocument = { file, text, locate: tree.locate }
  if (!isObject(tree.value))
    return {
      source,
      findings: [
        ...decoded.findings,
        { code: 'KCP108', message: 'The document is not a mapping of fields.', span: { start: 0, end: 0 } },
      ],
    }
  const value = build(tree.value, tree)
  const findings = [...decoded.findings, ...distributionFindings(tree.value, value?.entries ?? [])]
  return value ? { source, findings, value } : { source, findings }
}

/** Entries are read one by one to note their positions. */
const rootFields = { ...distributionFields, entries: { type: 'any' } } as const satisfies FieldTable

function build(raw: Record<string, unknown>, tree: Tree): Distribution | undefined {
  const { catalogVersion, entries: rawEntries, ...rest } = readFields(rootFields, raw, tree.numbers)
  if (!catalogVersion || !Array.isArray(rawEntries) || rawEntries.length === 0) return undefined
  const entries = rawEntries.flatMap((item: unknown, index): DistributionEntry[] => {
    if (!isObject(item)) return []
    const { name, source, ...entry } = readFields(distributionFields.entries.of.fields, item, tree.numbers)
    return name && source ? [{ ...entry, name, source, sourceKind: sourceKindOf(source), index }] : []
  })
  return { ...rest, catalogVersion, entries }
}

/** KCP Catalog §5; anything else must be reported, never skipped. */
function sourceKindOf(source: string): SourceKind | undefined {
  if (/^\.\.?\//.test(source)) return 'relative'
  if (/^\/[^/]/.test(source)) return 'absolute'
  if (/^https:\/\/[^/\s]/i.test(source)) return 'https'
  return isGitSource(source) ? 'git' : undefined
}

/** `git+https://host/repo.git//file@ref`; the ref is optional. */
function isGitSource(source: string): boolean {
  const prefix = 'git+https://'
  if (!source.startsWith(prefix)) return false
  const rest = source.slice(prefix.length)
  const end = rest.indexOf('.git//')
  if (end < 0 || !/^[^/\s]+\/\S*[^/\s]$/.test(rest.slice(0, end))) return false
  const [path = '', ref, ...more] = rest.slice(end + '.git//'.length).split('@')
  return /^[A-Za-z0-9/_.-]+$/.test(path) && (ref === undefined || /^\S+$/.test(ref)) && more.length === 0
}
