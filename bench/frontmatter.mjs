import { load } from 'js-yaml'
import { parsePack, validateText } from '../dist/index.js'
import { frontmatter, packText } from './data.mjs'
import { race } from './measure.mjs'

export const title = '10,000 frontmatters, against the bare YAML load of each'

export function run({ rounds = 9, count = 10_000 } = {}) {
  const heads = Array.from({ length: count }, (_, i) => frontmatter(i))
  const packs = Array.from({ length: count }, (_, i) => packText(i))
  const bare = () => heads.forEach((head) => load(head))
  /** Validation also reads the body, which the bare load does not; it is shown without a limit. */
  const ways = [
    { name: 'parse', way: (text) => parsePack(text), limit: 1.5 },
    { name: 'validate', way: (text) => validateText(text, { file: 'KNOWLEDGE.md' }) },
  ]
  return ways.map(({ name, way, limit }) => {
    const findings = packs.reduce((sum, text) => sum + way(text).diagnostics.length, 0)
    return { name, count, findings, ...race(bare, () => packs.forEach((text) => way(text)), rounds), limit }
  })
}
