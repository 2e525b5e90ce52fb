import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Synthetic knowledge with word frequencies of natural text (Zipf). No randomness: the same count gives the same text.
 */

const unitsOfFile = 50
const syllables = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa xe zi lo da mi se ro ta ne ku'.split(' ')

/** Pseudo-random numbers from 0 up to 1; the same seed gives the same numbers. */
export function numbers(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const vocabulary = 30_000

export function wordAt(rank) {
  let rest = rank
  let word = ''
  do {
    word += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  } while (rest > 0)
  return `${word}n`
}

/** Low ranks are frequent. */
const rankFor = (next) => Math.floor(vocabulary ** next()) - 1

const sentence = (next) => {
  const words = Array.from({ length: 8 + Math.floor(next() * 9) }, () => wordAt(rankFor(next)))
  return `${words.join(' ').replace(/^./, (first) => first.toUpperCase())}.`
}

/** Writes a workspace with this many sentences in files of fifty; each sentence is a unit of the manifest. */
export function writeWorkspace(folder, units) {
  const files = Math.ceil(units / unitsOfFile)
  const lines = ['kcp_version: "0.32"', 'project: synthetic', 'version: 1.0.0', 'units:']
  for (let file = 0; file < files; file++) {
    const next = numbers(file + 1)
    const title = `${wordAt(rankFor(next))} ${wordAt(1000 + file)}`
    const sections = Array.from(
      { length: 5 },
      (_, i) =>
        `## ${wordAt(rankFor(next))} ${i}\n\n${Array.from({ length: unitsOfFile / 5 }, () => sentence(next)).join(' ')}`,
    )
    const path = `docs/${file % 100}/${file}.md`
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `# ${title}\n\n${sections.join('\n\n')}\n`)
    lines.push(
      `  - id: u${file}`,
      `    path: ${path}`,
      `    intent: "What is ${title}?"`,
      '    scope: global',
      '    audience: [agent]',
      '    sensitivity: public',
    )
  }
  writeFileSync(join(folder, 'knowledge.yaml'), `${lines.join('\n')}\n`)
  return files
}

/** Tasks of six words: rare, common and two in between. */
export function tasks(count) {
  const next = numbers(7)
  return Array.from({ length: count }, () =>
    [200, 2000, 2000, 8000, vocabulary, vocabulary].map((most) => wordAt(Math.floor(next() * most))).join(' '),
  )
}
