/** How a program runs another one. */
interface Wrapper {
  /** Its options that take a value. */
  readonly valued?: readonly string[]
  /** Its options whose value is a script of a shell. */
  readonly scripts?: readonly string[]
  /** How many words belong to the wrapper before the other program. */
  readonly own?: number
  /** What follows; by default a program and its arguments. */
  readonly rest?: 'script' | 'nothing'
  /** The other program follows `--`. */
  readonly behindDashes?: true
  /** With one of these options it runs nothing. */
  readonly asks?: readonly string[]
  /** The name of the program may have a version: `jest@29`. */
  readonly versioned?: true
}

const sudo: Wrapper = { valued: ['-u', '-g', '-h', '-p', '-C', '-T', '-D', '-R', '-U', '--user', '--group', '--chdir'] }
const shell: Wrapper = {
  valued: '-o -eo -uo -euo -xo -exo -euxo -O +o +O'.split(' '),
  scripts: ['-c', '-lc', '-ic', '-ec', '-xc', '-exc', '-euc', '-euxc', '-lic', '-ilc'],
  rest: 'nothing',
}
const npx: Wrapper = { valued: ['-p', '--package', '-w', '--workspace'], scripts: ['-c', '--call'], versioned: true }
const uv: Wrapper = {
  valued: (
    '--from --with --with-requirements --with-editable -p --python ' +
    '--group --extra --env-file --project --directory --package'
  ).split(' '),
  versioned: true,
}
const inContainer: Wrapper = {
  valued: ['-e', '--env', '--env-file', '-u', '--user', '-w', '--workdir', '--index'],
  own: 1,
}

/** By name, or by name and the subcommand that runs a program. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo,
  doas: { valued: ['-u', '-C'] },
  su: { scripts: ['-c', '--command'], own: 1, rest: 'nothing' },
  runuser: { valued: ['-u', '--user'], scripts: ['-c', '--command'] },
  env: { valued: ['-u', '-C', '--unset', '--chdir'], scripts: ['-S', '--split-string'] },
  time: { valued: ['-f', '-o'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n', '-p'] },
  timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], own: 1 },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  flock: { valued: ['-w', '-E'], own: 1, scripts: ['-c'] },
  nohup: {},
  setsid: {},
  command: { asks: ['-v', '-V'] },
  exec: { valued: ['-a'] },
  builtin: {},
  unbuffer: {},
  chronic: {},
  caffeinate: {},
  'xvfb-run': { valued: ['-s', '-n', '-e', '-f', '-w'] },
  eval: { rest: 'script' },
  trap: { rest: 'script' },
  watch: { valued: ['-n', '--interval'] },
  xargs: { valued: ['-n', '-P', '-I', '-d', '-L', '-s', '-a', '-E'] },
  ssh: { valued: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w'.split(' '), own: 1, rest: 'script' },
  sh: shell,
  bash: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  npx,
  'npm exec': npx,
  'npm x': npx,
  bunx: npx,
  'bun x': npx,
  'pnpm dlx': npx,
  'pnpm exec': npx,
  'yarn dlx': npx,
  'yarn exec': npx,
  corepack: {},
  uvx: uv,
  'uv run': uv,
  'uv tool run': uv,
  'pipx run': { valued: ['--spec', '--python'], versioned: true },
  'poetry run': {},
  'bundle exec': {},
  'conda run': { valued: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  'mise exec': { behindDashes: true },
  'mise x': { behindDashes: true },
  dotenv: { behindDashes: true },
  'direnv exec': { own: 1 },
  'aws-vault exec': { behindDashes: true },
  'op run': { behindDashes: true },
  'docker exec': inContainer,
  'docker compose exec': inContainer,
  'podman exec': inContainer,
  'kubectl exec': { behindDashes: true },
  php: { valued: ['-d', '-c'], asks: ['-r'] },
  'python -m': {},
  'python3 -m': {},
  'nix-shell': { scripts: ['--run', '--command'], rest: 'nothing' },
}

export type Program = { readonly words: readonly string[] } | { readonly script: string }

/** The program that runs, without assignments and wrappers such as `sudo` and `npx`, or the script of `bash -c`. */
export function programIn(words: readonly string[]): Program {
  let left = words
  for (;;) {
    const [first = '', ...rest] = left
    const itself = { words: first === '' ? [] : [first.slice(first.lastIndexOf('/') + 1), ...rest] }
    const inner = isAssignment(first) ? { words: rest } : wrappedIn(itself.words)
    if (!inner || ('words' in inner && inner.words.length === 0 && !isAssignment(first))) return itself
    if ('script' in inner) return inner
    left = inner.words
  }
}

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*\+?=/.test(word)

function wrappedIn(words: readonly string[]): Program | undefined {
  const count = [3, 2, 1].find((length) => Object.hasOwn(wrappers, words.slice(0, length).join(' ')))
  const wrapper = count === undefined ? undefined : wrappers[words.slice(0, count).join(' ')]
  return wrapper && insideOf(wrapper, words.slice(count))
}

function insideOf(wrapper: Wrapper, words: readonly string[]): Program | undefined {
  const { valued = [], scripts = [], asks = [], own = 0, behindDashes, rest, versioned } = wrapper
  let at = behindDashes ? words.indexOf('--') : 0
  if (at < 0) return undefined
  let ownLeft = own
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const isOption = /^[-+]/.test(word)
    if (asks.includes(word) || (!isOption && ownLeft === 0)) break
    if (scripts.includes(word)) return { script: words[at + 1] ?? '' }
    at += valued.includes(word) ? 2 : 1
    if (!isOption) ownLeft -= 1
    if (word === '--') break
  }
  if (rest === 'nothing' || asks.includes(words[at] ?? '')) return undefined
  const [name = '', ...more] = words.slice(words[at - 1] === '--' ? at + ownLeft : at)
  if (name === '') return undefined
  if (rest === 'script') return { script: [name, ...more].join(' ') }
  return { words: [versioned ? name.replace(/(?<=.)@[^@/]*$/, '') : name, ...more] }
}
