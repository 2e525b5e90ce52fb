import type { Code } from '../model/codes/codes.ts'
import type { Finding } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { showValue } from '../text/messages/show-value.ts'
import type { FieldProblem } from './check-fields.ts'
import { decodeSource, type SourceText } from './decode.ts'
import type { SourceDocument } from './diagnose.ts'
import { isObject } from './read-fields.ts'
import { parsePlainYaml } from './yaml/plain-yaml.ts'
import type { WrittenNumbers } from './yaml/tree.ts'
import { parseYaml } from './yaml/yaml.ts'

export interface SettingsFile {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  /** Absent when the findings report why. */
  readonly content?: { readonly raw: Record<string, unknown>; readonly numbers: WrittenNumbers }
}

/** A YAML file of our own: one mapping of fields. */
export function readSettings(input: SourceText, file: string, invalid: Code): SettingsFile {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: invalid, limit: invalid })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings }
  const { text } = decoded
  const { tree, problems } = parsePlainYaml(text) ?? parseYaml(text)
  if (!tree)
    return {
      source: { file, text },
      findings: problems.map(({ kind: _kind, ...problem }) => ({ code: invalid, ...problem })),
    }
  const source: SourceDocument = { file, text, locate: tree.locate }
  const raw = tree.value ?? {}
  if (isObject(raw)) return { source, findings: [], content: { raw, numbers: tree.numbers } }
  return {
    source,
    findings: [{ code: invalid, message: `The file is ${showValue(raw)}, not a mapping of fields.`, pointer: '' }],
  }
}

/** The finding for a field that the table of its file does not allow. */
export function settingFinding(
  { kind, pointer, field, expected, written, suggestion }: FieldProblem,
  codes: { readonly invalid: Code; readonly unknown: Code },
): Finding {
  const help = suggestion === undefined ? {} : { help: `Did you mean "${suggestion}"?` }
  switch (kind) {
    case 'unknown':
      return { code: codes.unknown, message: `The field "${field}" is unknown here.`, pointer, atKey: true, ...help }
    case 'missing':
      return { code: codes.invalid, message: `The field "${field}" is missing.`, pointer }
    case 'empty':
      return { code: codes.invalid, message: `The field "${field}" is empty.`, pointer }
    default:
      return {
        code: codes.invalid,
        message: `The field "${field}" is ${showValue(written)}, not ${expected}.`,
        pointer,
        ...help,
      }
  }
}
