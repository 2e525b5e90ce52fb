import type { ConfigFile } from '../model/config.ts'
import type { Finding } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { configFields, tighteningFields } from '../model/tables/config-fields.ts'
import { showValue } from '../text/show-value.ts'
import { checkFields, type FieldProblem } from './check-fields.ts'
import { decodeSource, type SourceText } from './decode.ts'
import type { Source } from './diagnose.ts'
import { parsePlainYaml } from './yaml/plain-yaml.ts'
import { isObject, readFields } from './read-fields.ts'
import { pointer, pointerParts } from './yaml/tree.ts'
import { parseYaml } from './yaml/yaml.ts'

/** Owner of the config: that of a workspace is part of a repository and may only tighten. */
export type ConfigOwner = 'user' | 'workspace'

export interface ConfigReading {
  readonly source: Source
  readonly findings: readonly Finding[]
  /** For a workspace, only fields that tighten. Absent when nothing could be read. */
  readonly value?: ConfigFile
  /** Top-level fields whose value could not be used. */
  readonly invalid: readonly string[]
}

export function readConfig(input: SourceText, file: string, owner: ConfigOwner): ConfigReading {
  const decoded = decodeSource(input, limits.documentBytes, { notUtf8: 'RUN601', limit: 'RUN601' })
  if (decoded.text === undefined) return { source: { file, text: '' }, findings: decoded.findings, invalid: [] }
  const { text } = decoded
  const { tree, problems } = parsePlainYaml(text) ?? parseYaml(text)
  if (!tree) {
    return {
      source: { file, text },
      findings: problems.map(({ kind: _kind, ...problem }) => ({ code: 'RUN601', ...problem })),
      invalid: [],
    }
  }
  const source: Source = { file, text, locate: tree.locate }
  const raw = tree.value ?? {}
  if (!isObject(raw))
    return {
      source,
      findings: [{ code: 'RUN601', message: `The config is ${showValue(raw)}, not a mapping of fields.`, pointer: '' }],
      invalid: [],
    }
  const { findings, invalid } = inspect(raw, owner)
  const value = readFields(configFields, raw, tree.numbers)
  return { source, findings, value: owner === 'user' ? value : onlyTightening(value), invalid }
}

function onlyTightening({ budget, maxClearance, ignore, disabled }: ConfigFile): ConfigFile {
  return {
    ...(budget === undefined ? {} : { budget }),
    ...(maxClearance === undefined ? {} : { maxClearance }),
    ...(ignore ? { ignore: ignore.filter((glob) => !isNegated(glob)) } : {}),
    ...(disabled ? { disabled } : {}),
  }
}

/** A glob that would undo what the user ignores. */
const isNegated = (glob: unknown): boolean => typeof glob === 'string' && glob.startsWith('!')

function inspect(
  raw: Record<string, unknown>,
  owner: ConfigOwner,
): { readonly findings: readonly Finding[]; readonly invalid: readonly string[] } {
  const findings: Finding[] = []
  const invalid = new Set<string>()
  const ignored =
    owner === 'user' ? [] : Object.keys(raw).filter((name) => Object.hasOwn(configFields, name) && !isTightening(name))
  findings.push(
    ...ignored.map((name): Finding => ({
      code: 'RUN602',
      message: `The field "${name}" has no effect in a workspace.`,
      pointer: pointer(name),
      atKey: true,
    })),
  )
  const globs = owner === 'workspace' && Array.isArray(raw['ignore']) ? (raw['ignore'] as readonly unknown[]) : []
  for (const [index, glob] of globs.entries()) {
    if (isNegated(glob))
      findings.push({
        code: 'RUN602',
        message: `The glob ${showValue(glob)} has no effect in a workspace.`,
        pointer: pointer('ignore', index),
        help: 'Remove it; a workspace cannot undo what is ignored.',
      })
  }
  checkFields(configFields, raw, (problem) => {
    const [top = ''] = pointerParts(problem.pointer)
    if (ignored.includes(top)) return
    findings.push(toFinding(problem))
    if (problem.kind !== 'unknown') invalid.add(top)
  })
  return { findings, invalid: [...invalid] }
}

const isTightening = (name: string): boolean => (tighteningFields as readonly string[]).includes(name)

function toFinding({ kind, pointer: at, field, expected, written, suggestion }: FieldProblem): Finding {
  const help = suggestion === undefined ? {} : { help: `Did you mean "${suggestion}"?` }
  switch (kind) {
    case 'unknown':
      return { code: 'RUN603', message: `The field "${field}" is unknown here.`, pointer: at, atKey: true, ...help }
    case 'empty':
      return { code: 'RUN601', message: `The field "${field}" is empty.`, pointer: at }
    default:
      return {
        code: 'RUN601',
        message: `The field "${field}" is ${showValue(written)}, not ${expected}.`,
        pointer: at,
        ...help,
      }
  }
}
