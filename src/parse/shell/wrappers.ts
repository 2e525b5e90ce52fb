/** Programs that run another one: their options with a value, and words of their own before its name. */
const wrappers: Readonly<Record<string, { readonly valued?: readonly string[]; readonly own?: number }>> = {
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-T', '-D', '-R', '-U'] },
  doas: { valued: ['-u', '-C'] },
  env: { valued: ['-u', '-C', '--unset', '--chdir'] },
  time: { valued: ['-f', '-o'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n', '-p'] },
  timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], own: 1 },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  nohup: {},
  setsid: {},
  command: {},
  exec: { valued: ['-a'] },
  builtin: {},
  unbuffer: {},
  chronic: {},
  watch: { valued: ['-n', '--interval'] },
  strace: { valued: ['-e', '-o', '-p', '-s'] },
  xargs: { valued: ['-n', '-P', '-I', '-d', '-L', '-s', '-a', '-E'] },
  npx: { valued: ['-p', '--package', '-w', '--workspace'] },
  bunx: { valued: ['-p', '--package'] },
  uvx: { valued: ['--from', '--with', '-p', '--python'] },
}

/** Subcommands that run a program. */
const runners: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['dlx', 'exec'],
  yarn: ['dlx', 'exec'],
  bun: ['x'],
  pipx: ['run'],
  uv: ['run'],
  poetry: ['run'],
  bundle: ['exec'],
  dotenv: ['--'],
  mise: ['exec'],
}

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])

export type Program = { readonly words: readonly string[] } | { readonly script: string }

/** What really runs: without assignments, `sudo`, `npx` and the like; the script of `bash -c`. */
export function programIn(words: readonly string[]): Program {
  let left = words
  for (;;) {
    const [first = '', ...rest] = left
    const name = first.slice(first.lastIndexOf('/') + 1)
    if (isAssignment(first)) left = rest
    else if (shells.has(name)) return scriptOf(name, rest)
    else if (Object.hasOwn(runners, name) && runners[name]?.includes(rest[0] ?? ''))
      left = withoutOptions(rest.slice(1))
    else if (Object.hasOwn(wrappers, name) && rest.length > 0) {
      const { valued = [], own = 0 } = wrappers[name] ?? {}
      const inner = withoutOptions(rest, valued).slice(own)
      if (inner.length === 0) return { words: [name, ...rest] }
      left = inner
    } else return { words: first === '' ? [] : [name, ...rest] }
  }
}

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*\+?=/.test(word)

function withoutOptions(words: readonly string[], valued: readonly string[] = []): readonly string[] {
  let at = 0
  for (let word = words[at]; word?.startsWith('-'); word = words[at]) {
    at += valued.includes(word) ? 2 : 1
    if (word === '--') break
  }
  return words.slice(at)
}

function scriptOf(name: string, rest: readonly string[]): Program {
  const at = rest.findIndex((word) => /^-\w*c$/.test(word))
  const script = at < 0 ? undefined : rest[at + 1]
  return script === undefined ? { words: [name, ...rest] } : { script }
}
