import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { wellKnownFields } from '../../model/tables/manifest-fields.ts'
import type { WellKnown } from '../../model/documents/side-documents.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { checkFields, type FieldProblem } from '../check-fields.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import { diagnose, type SourceDocument } from '../diagnose.ts'
import { parseJson } from '../yaml/json.ts'
import { isObject, readFields } from '../read-fields.ts'

export interface WellKnownReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  readonly value?: WellKnown
}

export function parseWellKnown(
  text: SourceText,
  options: { readonly file?: string } = {},
): { readonly value?: WellKnown; readonly diagnostics: readonly Diagnostic[] } {
  const { value, findings, source } = readWellKnown(text, options.file ?? '.well-known/kcp.json')
  const diagnostics = diagnose(findings, source)
  return value ? { value, diagnostics } : { diagnostics }
}

/** Unknown keys are kept under `extensions`, for the author's own use. */
export function readWellKnown(input: SourceText, file: string): WellKnownReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'KCP102', limit: 'KCP106' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings }
  const text = decoded.text
  const { tree, problems } = parseJson(text)
  if (!tree) {
    const findings = problems.map((problem): Finding => ({
      code: problem.kind === 'limit' ? 'KCP106' : 'KCP109',
      message: problem.message,
      span: problem.span,
    }))
    return { source: { file, text }, findings }
  }
  const source: SourceDocument = { file, text, locate: tree.locate }
  const raw = tree.value
  if (!isObject(raw))
    return {
      source,
      findings: [{ code: 'KCP108', message: `The document is ${showValue(raw)}, not an object.`, pointer: '' }],
    }
  const findings: Finding[] = []
  checkFields(wellKnownFields, raw, (problem) => {
    const finding = toFinding(problem)
    if (finding) findings.push(finding)
  })
  const { kcpVersion, manifest, network, ...rest } = readFields(wellKnownFields, raw, tree.numbers)
  if (!kcpVersion?.trim() || !manifest?.trim()) return { source, findings }
  // A location that no client may fetch; the fetcher decides on others.
  if (/^[a-z][a-z0-9+.-]*:/i.test(manifest) && !/^https:/i.test(manifest))
    findings.push({
      code: 'KCP320',
      message: `The URL ${showValue(manifest)} of "manifest" does not use HTTPS.`,
      pointer: '/manifest',
    })
  return {
    source,
    findings,
    value: { ...rest, kcpVersion, manifest, network: { ...network, role: network?.role ?? 'standalone' } },
  }
}

function toFinding({ kind, pointer, field, expected, written, suggestion, shape }: FieldProblem): Finding | undefined {
  const needed = 'required' in shape && shape.required === true
  switch (kind) {
    case 'missing':
      return { code: 'KCP218', message: `The field "${field}" is missing.`, pointer }
    case 'empty':
      return { code: 'KCP218', message: `The field "${field}" is empty.`, pointer }
    case 'value':
      return {
        code: 'KCP708',
        message: `The role ${showValue(written)} is not ${expected}.`,
        pointer,
        ...(suggestion ? { help: `Did you mean "${suggestion}"?` } : {}),
      }
    case 'unknown':
      return suggestion
        ? {
            code: 'KCP321',
            message: `The field "${field}" is unknown here.`,
            pointer,
            atKey: true,
            help: `Did you mean "${suggestion}"?`,
          }
        : undefined
    default:
      return {
        code: needed ? 'KCP218' : 'KCP301',
        message: `The field "${field}" is ${showValue(written)}, not ${expected}.`,
        pointer,
      }
  }
}
