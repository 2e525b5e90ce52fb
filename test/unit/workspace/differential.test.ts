import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { searchWorkspace } from '../../../src/app/index.ts'
import { workspaceFor } from '../../../src/serve/cli/verbs/workspace/workspace-for.ts'
import { personIn } from '../../support/scanned-workspace.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** The same numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const pick = numbersFrom(7)
const syllables = ['bo', 'ka', 'lu', 'mi', 'ro', 'tu', 'va', 'ze']
/** No word begins with another one, or has an ending that a language takes away. */
const words = Array.from({ length: 400 }, (_, i) =>
  [i % 8, (i >> 3) % 8, (i >> 6) % 8, (i * 5 + 3) % 8].map((at) => syllables[at]).join(''),
)
const wordsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, () => words[Math.min(pick(words.length), pick(words.length))] ?? '')

const shapes: readonly (readonly [string, (text: readonly string[]) => string])[] = [
  ['md', (text) => `# ${text[0]}\n\n${text.slice(1).join(' ')}.\n\n## ${text[1]}\n\n${text[2]}\n`],
  ['ts', (text) => text.map((word) => `/** ${word} */\nexport const a = 1\n`).join('\n')],
  ['yaml', (text) => text.map((word, i) => `${word}${i}:\n  - ${word}\n`).join('')],
  ['txt', (text) => text.join('\n\n')],
]

const homes = () => {
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  return { home, env }
}

test('a stored index that followed changes answers as a new one, with every file that has a word', async () => {
  const code = tempFolder({ 'a/.git/HEAD': '', 'b/.git/HEAD': '' })
  const contents = new Map<string, string>()
  const write = (number: number): void => {
    const [ending, shape] = shapes[number % shapes.length] ?? ['txt', String]
    const path = `${number % 3 === 0 ? 'a' : 'b'}/d${number % 5}/f${number}.${ending}`
    contents.set(path, shape(wordsOf(3 + pick(30))))
    mkdirSync(dirname(join(code, path)), { recursive: true })
    writeFileSync(join(code, path), contents.get(path) ?? '')
  }
  for (let number = 0; number < 60; number++) write(number)
  const kept = homes()
  const keeps = workspaceFor({ cwd: code, env: kept.env })
  for (let round = 0; round < 3; round++) {
    for (let change = 0; change < 6; change++) write(pick(70))
    const gone = [...contents.keys()][pick(contents.size)] ?? ''
    contents.delete(gone)
    rmSync(join(code, gone))
    const anew = homes()
    for (const { home } of [kept, anew])
      expect(await personIn(code, home)('workspace', 'scan', '.')).toMatchObject({ code: 0 })
    const { ports } = workspaceFor({ cwd: code, env: anew.env })
    for (let query = 0; query < 20; query++) {
      const asked = wordsOf(1 + pick(3))
      const search = { task: asked.join(' '), limit: 100, kinds: [] }
      const found = await searchWorkspace(keeps.ports, search)
      expect(found).toEqual(await searchWorkspace(ports, search))
      const having = [...contents].filter(([, text]) => asked.some((word) => text.includes(word)))
      expect([asked, found.map(({ root, path }) => join(root, path).slice(code.length + 1)).sort()]).toEqual([
        asked,
        having.map(([path]) => path).sort(),
      ])
    }
  }
})
