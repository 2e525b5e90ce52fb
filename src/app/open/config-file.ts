import { join, parse, relative } from 'node:path'
import type { Config, ConfigFile, TrustedKeysFile } from '../../model/documents/config.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { Files, ReadFile } from '../../model/ports.ts'
import { tighteningFields } from '../../model/tables/config-fields.ts'
import { readConfig, readTrustedKeys, type ConfigOwner } from '../../parse/config.ts'
import { diagnose } from '../../parse/diagnose.ts'

const fileName = 'lorefence.yaml'
const options = { limit: limits.documentBytes }

export interface LoadedConfigFile {
  readonly value?: ConfigFile
  readonly trouble?: NonNullable<Config['trouble']>
  readonly diagnostics: readonly Diagnostic[]
}

/** The config of a workspace is at its root. */
export function workspaceConfigFile(files: Files, root: string): LoadedConfigFile {
  return load(files.read(root, fileName, options), join(root, fileName), 'workspace')
}

/** A config inside a repository is a workspace config, even if an environment variable makes it the user's. */
export function userConfigFile(files: Files, folder: string, owner: ConfigOwner): LoadedConfigFile {
  return owner === 'user'
    ? load(readUserFile(files, folder), join(folder, fileName), owner)
    : workspaceConfigFile(files, folder)
}

export interface LoadedKeys extends Omit<LoadedConfigFile, 'value'> {
  readonly keys: NonNullable<TrustedKeysFile['keys']>
}

/** KCP §16.2. An unusable file stops everything: an origin that it protects would count as unprotected. */
export function trustedKeysFile(files: Files, home: string): LoadedKeys {
  const file = join(home, '.kcp', 'trusted-keys.yaml')
  const read = files.read(join(home, '.kcp'), 'trusted-keys.yaml', options)
  if (!read.ok && read.trouble === 'missing') return { keys: [], diagnostics: [] }
  const { value, findings, source } = read.ok
    ? readTrustedKeys(read.bytes, file)
    : { value: undefined, findings: [{ code: 'RUN601' as const, message: read.detail }], source: { file, text: '' } }
  const diagnostics = diagnose(findings, source)
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error) return { keys: [], trouble: { message: troubleWith(file, error), stops: 'everything' }, diagnostics }
  return { keys: value?.keys ?? [], diagnostics }
}

function load(read: ReadFile, file: string, owner: ConfigOwner): LoadedConfigFile {
  if (!read.ok && read.trouble === 'missing') return { diagnostics: [] }
  const { value, findings, invalid, source } = read.ok
    ? readConfig(read.bytes, file, owner)
    : {
        value: undefined,
        findings: [{ code: 'RUN601' as const, message: read.detail }],
        invalid: [],
        source: { file, text: '' },
      }
  const diagnostics = diagnose(findings, source)
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (!error) return { ...(value ? { value } : {}), diagnostics }
  const isLoose =
    !value ||
    invalid.some((name) => name === 'store' || (tighteningFields as readonly string[]).includes(name)) ||
    restsOnVisibility(value, diagnostics)
  return {
    ...(value ? { value } : {}),
    trouble: { message: troubleWith(file, error), stops: isLoose ? 'everything' : 'grants' },
    diagnostics,
  }
}

/**
 * If the environment or role is unknown, the default of a unit applies, which may be looser than its condition (KCP
 * §4.16).
 */
function restsOnVisibility({ requester }: ConfigFile, diagnostics: readonly Diagnostic[]): boolean {
  return (
    requester?.environment !== undefined ||
    requester?.role !== undefined ||
    diagnostics.some(({ where }) => /^\/requester(?:\/(?:environment|role))?$/.test(where.pointer))
  )
}

function troubleWith(file: string, { message, where }: Diagnostic): string {
  return `your config ${file}${where.range ? `:${where.range.start.line}:${where.range.start.column}` : ''} is invalid: ${message} Fix it; "lorefence validate ${file}" shows the place.`
}

/** The user's own config may be a link. */
function readUserFile(files: Files, folder: string): ReadFile {
  const read = files.read(folder, fileName, options)
  if (read.ok || read.trouble !== 'outside') return read
  const { root } = parse(folder)
  return files.read(root, join(relative(root, folder), fileName), options)
}
