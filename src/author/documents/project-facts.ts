import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { isObject } from '../../parse/read-fields.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { shortened } from '../../text/markup/list-line.ts'
import { oneLine } from './plain-line.ts'

/** Name and licence of a project. */
export interface ProjectFacts {
  readonly name: string
  readonly license?: string
}

/** From package.json if there is one; else the name of the repository or of the folder. */
export function projectFacts(files: Files, root: string): ProjectFacts {
  const described = packageOf(files, root)
  const name = typeof described['name'] === 'string' ? shortened(oneLine(described['name']), 100) : ''
  const license = licenseOf(described['license'])
  return { name: name === '' ? folderName(files, root) : name, ...(license ? { license } : {}) }
}

function packageOf(files: Files, root: string): Readonly<Record<string, unknown>> {
  const read = files.read(root, 'package.json', { limit: limits.documentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  const value = decoded?.ok ? parseJson(decoded.text).tree?.value : undefined
  return isObject(value) ? value : {}
}

/** An SPDX expression; references to files and "UNLICENSED" are not licence names. */
function licenseOf(license: unknown): string | undefined {
  return typeof license === 'string' &&
    /^[A-Za-z0-9][A-Za-z0-9.+() -]{0,99}$/.test(license) &&
    !/^(?:UNLICENSED|SEE )/i.test(license)
    ? license
    : undefined
}

function folderName(files: Files, root: string): string {
  for (let folder = root; folder !== ''; folder = folderOf(folder)) {
    if (files.kindOf(`${folder}/.git`) !== undefined) return oneLine(fileName(folder)) || 'project'
  }
  return oneLine(fileName(root)) || 'project'
}
