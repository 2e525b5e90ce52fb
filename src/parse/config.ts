import type { ConfigFile, TrustedKeysFile } from '../model/documents/config.ts'
import type { Finding } from '../model/codes/diagnostic.ts'
import { configFields, tighteningFields, trustedKeysFields } from '../model/tables/config-fields.ts'
import { showValue } from '../text/messages/show-value.ts'
import { checkFields } from './check-fields.ts'
import type { SourceText } from './decode.ts'
import type { SourceDocument } from './diagnose.ts'
import { readFields } from './read-fields.ts'
import { readSettings, settingFinding } from './settings-file.ts'
import { pointer, pointerParts } from './yaml/tree.ts'

/** Owner of the config: that of a workspace is part of a repository and may only tighten. */
export type ConfigOwner = 'user' | 'workspace'

export interface ConfigReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  /** For a workspace, only fields that tighten. Absent when nothing could be read. */
  readonly value?: ConfigFile
  /** Top-level fields whose value could not be used. */
  readonly invalid: readonly string[]
}

export function readConfig(input: SourceText, file: string, owner: ConfigOwner): ConfigReading {
  const { source, findings: troubles, content } = readSettings(input, file, 'RUN601')
  if (!content) return { source, findings: troubles, invalid: [] }
  const { raw, numbers } = content
  const { findings, invalid } = inspect(raw, owner)
  const value = readFields(configFields, raw, numbers)
  return { source, findings, value: owner === 'user' ? value : onlyTightening(value), invalid }
}

function onlyTightening(config: ConfigFile): ConfigFile {
  const { budget, maxClearance, requireUnitHashes, requireSignatures, ignore, disabled } = config
  return {
    ...(budget === undefined ? {} : { budget }),
    ...(maxClearance === undefined ? {} : { maxClearance }),
    ...(requireUnitHashes ? { requireUnitHashes } : {}),
    ...(requireSignatures ? { requireSignatures } : {}),
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
    findings.push(settingFinding(problem, { invalid: 'RUN601', unknown: 'RUN603' }))
    if (problem.kind !== 'unknown') invalid.add(top)
  })
  return { findings, invalid: [...invalid] }
}

/** The user's `~/.kcp/trusted-keys.yaml`; programs that share it may add fields. */
export function readTrustedKeys(
  input: SourceText,
  file: string,
): { readonly source: SourceDocument; readonly findings: readonly Finding[]; readonly value?: TrustedKeysFile } {
  const { source, findings: troubles, content } = readSettings(input, file, 'RUN601')
  if (!content) return { source, findings: troubles }
  const findings: Finding[] = []
  checkFields(trustedKeysFields, content.raw, (problem) => {
    if (problem.kind !== 'unknown') findings.push(settingFinding(problem, { invalid: 'RUN601', unknown: 'RUN603' }))
  })
  return { source, findings, value: readFields(trustedKeysFields, content.raw, content.numbers) }
}

const isTightening = (name: string): boolean => (tighteningFields as readonly string[]).includes(name)
