import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, timeOf } from './measure.mjs'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const hasRipgrep = spawnSync('rg', ['--version']).status === 0

export const title = `Workspace: a scan of 10,000 files in four repositories against find and reading them, a warm search against ${
  hasRipgrep ? 'ripgrep' : 'grep -r, because ripgrep is not installed'
}`

/** Pseudo-random numbers, the same in each run. */
function numbers(seed) {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const consonants = 'bcdfghklmnprstvz'
const vowels = 'aeiou'

function vocabulary(count, next) {
  const word = () =>
    Array.from({ length: 2 + next(3) }, () => consonants[next(consonants.length)] + vowels[next(vowels.length)]).join(
      '',
    )
  return Array.from({ length: count }, word)
}

/** Documents, code and settings; common words are frequent, as in real texts. */
function filesOf(count) {
  const next = numbers(7)
  const words = vocabulary(8_000, next)
  const draw = (length) =>
    Array.from({ length }, () => words[Math.min(next(words.length), next(words.length), next(words.length))])
  const sentence = () => `${draw(12).join(' ')}.`
  const kinds = {
    md: () =>
      `# ${draw(3).join(' ')}\n\n${Array.from({ length: 6 }, () => `${sentence()} ${sentence()}\n`).join('\n')}`,
    ts: () =>
      Array.from({ length: 8 }, () => {
        const [name, value] = draw(2)
        return `/** ${sentence()} */\nexport const ${name} = (${value}: number) => ${value} * ${next(100)}\n`
      }).join('\n'),
    yaml: () => Array.from({ length: 20 }, (_, i) => `${draw(1)[0]}_${i}: ${draw(3).join(' ')}\n`).join(''),
  }
  const endings = ['md', 'md', 'ts', 'ts', 'yaml']
  return Array.from({ length: count }, (_, i) => {
    const ending = endings[i % endings.length]
    return { path: `repository-${i % 4}/part-${i % 97}/file-${i}.${ending}`, text: kinds[ending]() }
  })
}

function worldOf(count) {
  const home = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const code = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  mkdirSync(join(home, 'config', 'lorefence'), { recursive: true })
  writeFileSync(join(home, 'config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  const files = filesOf(count)
  for (const { path, text } of files) {
    mkdirSync(join(code, dirname(path)), { recursive: true })
    writeFileSync(join(code, path), text)
  }
  for (const number of [0, 1, 2, 3]) {
    mkdirSync(join(code, `repository-${number}`, '.git'))
    writeFileSync(join(code, `repository-${number}`, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  }
  return { home, code, files }
}

const p95 = (times) => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]

/** Prints its peak memory when it ends. */
const reportsMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\nrss "+process.resourceUsage().maxRSS))`

export function run({ count = 10_000, searches = 40 } = {}) {
  const { home, code, files } = worldOf(count)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
  }
  const start = (command, argv) => {
    const { status, stdout, stderr } = spawnSync(command, argv, {
      cwd: code,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
    if (status !== 0) throw new Error(stderr)
    return { stdout, megabytes: Math.round(Number(/rss (\d+)/.exec(stderr)?.[1] ?? 0) / 1024) }
  }
  const ours = (...argv) => start(process.execPath, ['--import', reportsMemory, program, 'workspace', ...argv])
  const listing = () => start('find', ['.', '-type', 'f'])
  const reading = () => start('sh', ['-c', 'find . -type f -exec cat {} + > /dev/null'])
  const grep = (words) =>
    hasRipgrep ? start('rg', ['-in', words.join('|'), '.']) : start('grep', ['-rniE', words.join('|'), '.'])
  try {
    reading()
    const read = median([1, 2, 3].map(() => timeOf(reading)))
    let memory = 0
    const first = timeOf(() => (memory = ours('scan', '.', '--yes').megabytes))
    const listed = median([1, 2, 3].map(() => timeOf(listing)))
    const again = median([1, 2, 3].map(() => timeOf(() => ours('scan'))))
    const bare = median([1, 2, 3].map(() => timeOf(() => start(process.execPath, [program, '--version']))))
    const times = { bare: [], ours: [] }
    let searchMemory = 0
    for (let i = 0; i < searches; i++) {
      // Three words of one sentence.
      const words = files[(i * 251) % files.length].text.match(/[a-z]{4,}/g).slice(3, 6)
      times.bare.push(timeOf(() => grep(words)))
      times.ours.push(timeOf(() => (searchMemory = Math.max(searchMemory, ours('search', words.join(' ')).megabytes))))
    }
    return [
      {
        name: 'first scan, against find and reading',
        bare: read,
        ours: first,
        ratio: first / read,
        megabytes: memory,
        mostMegabytes: 1_500,
      },
      { name: 'scan of unchanged files, against find', bare: listed, ours: again, ratio: again / listed },
      { name: 'start of the program', ours: bare },
      {
        name: 'search, median',
        bare: median(times.bare),
        ours: median(times.ours),
        ratio: median(times.ours) / median(times.bare),
      },
      {
        name: 'search, p95',
        bare: p95(times.bare),
        ours: p95(times.ours),
        ratio: p95(times.ours) / p95(times.bare),
        megabytes: searchMemory,
        mostMegabytes: 500,
      },
    ]
  } finally {
    for (const folder of [home, code]) rmSync(folder, { recursive: true, force: true })
  }
}
