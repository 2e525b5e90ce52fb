import type { Files } from '../model/ports.ts'

export interface GitUser {
  readonly home: string
  /** The folder of user settings: `~/.config`, or the value of XDG_CONFIG_HOME. */
  readonly configs: string
  /** The value of GIT_CONFIG_GLOBAL, which replaces both of git's own files. */
  readonly globalConfig?: string | undefined
}

/** Maximum bytes read of a git config. */
const mostBytes = 256 * 1024

/** The file of ignore rules for every repository of a user, as set by `core.excludesFile`; it need not exist. */
export function gitUserIgnore(files: Files, { home, configs, globalConfig }: GitUser): string | undefined {
  const own = globalConfig === undefined ? [`${configs}/git/config`, `${home}/.gitconfig`] : [globalConfig]
  const named = own.flatMap((file) => excludesFile(textOf(files, file)) ?? []).at(-1)
  if (named === undefined) return `${configs}/git/ignore`
  const path = named.replace(/^~(?=\/)/, home)
  return /^(?:\/|[A-Za-z]:)/.test(path) ? path : undefined
}

/** Dotfile managers make these files links. */
function textOf(files: Files, file: string): string {
  const real = files.realPath(file) ?? file
  const slash = real.lastIndexOf('/')
  const read = files.read(real.slice(0, slash), real.slice(slash + 1), { limit: mostBytes })
  return read.ok ? new TextDecoder().decode(read.bytes) : ''
}

/** The last value of `core.excludesFile`; included configs are not read. */
function excludesFile(config: string): string | undefined {
  let isCore = false
  let found: string | undefined
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)
    if (section) isCore = section[1]?.trim().toLowerCase() === 'core'
    const value = /^\s*excludesfile\s*=(.*)$/i.exec(line.slice(section?.[0].length ?? 0))?.[1]
    if (isCore && value !== undefined) found = valueOf(value)
  }
  return found
}

/** Removes quotes, escapes and comments. */
function valueOf(written: string): string {
  let value = ''
  let isQuoted = false
  for (const [part] of written.trim().matchAll(/\\.|[^]/gu)) {
    if (part === '"') isQuoted = !isQuoted
    else if (!isQuoted && (part === '#' || part === ';')) break
    else value += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part
  }
  return value.trimEnd()
}
