import { load } from 'js-yaml'
import { frontmatter, packText } from './data.mjs'
import { answer, inOwnProcess, race } from './measure.mjs'

export const title = '10,000 frontmatters, against the bare YAML load of each'

const count = 10_000

/** The same limit for both, although validation also reads the body, which the bare load does not. */
const cases = {
  parse: ({ parsePack }) => ({ way: (text) => parsePack(text), limit: 1.5 }),
  validate: ({ validateText }) => ({ way: (text) => validateText(text, { file: 'KNOWLEDGE.md' }), limit: 1.5 }),
}

export const run = () => inOwnProcess(import.meta.url, Object.keys(cases))

await answer(import.meta.url, async (name) => {
  const { way, limit } = cases[name](await import('../dist/index.js'))
  const heads = Array.from({ length: count }, (_, i) => frontmatter(i))
  const packs = Array.from({ length: count }, (_, i) => packText(i))
  const findings = packs.reduce((sum, text) => sum + way(text).diagnostics.length, 0)
  return {
    count,
    findings,
    ...race(
      () => heads.forEach((head) => load(head)),
      () => packs.forEach((text) => way(text)),
      9,
    ),
    limit,
  }
})
