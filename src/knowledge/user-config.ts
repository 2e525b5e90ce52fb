import type { Files } from '../model/ports.ts'
import { limits } from '../model/limits.ts'
import { isObject } from '../parse/read-fields.ts'
import { parseYaml } from '../parse/yaml.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/** The user's own settings. */
export interface UserConfig {
  /** `trust --yes` works without a terminal. */
  readonly unattendedGrants: boolean
}

/** Reads `lorefence.yaml` of the user's config folder; what cannot be read grants nothing. */
export function readUserConfig(files: Files, folder: string): UserConfig {
  const read = files.read(folder, 'lorefence.yaml', { limit: limits.documentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  const value = decoded?.ok ? parseYaml(decoded.text).tree?.value : undefined
  return { unattendedGrants: isObject(value) && value['grants'] === 'unattended' }
}
