import { expect, it } from 'vitest'
import { patternsOnDemand, source } from '../../../scripts/on-demand.ts'

function built(code: string): string {
  const { transform } = patternsOnDemand
  if (typeof transform !== 'object') throw new Error('no transform')
  const made = (transform.handler as (code: string, id: string) => unknown)(code, `${source}text/example.ts`)
  return typeof made === 'string' ? made : code
}

it('a slow pattern in a function is made once, when it is first used', () => {
  expect(built('const isLetter = (text: string) => /^\\p{L}$/u.test(text)')).toBe(
    'const isLetter = (text: string) => (pattern$0 ??= new RegExp("^\\\\p{L}$", \'u\')).test(text)\nvar pattern$0: RegExp | undefined\n',
  )
})

it('a global one is kept for methods that begin at the start of a text', () => {
  expect(built('const words = (text: string) => text.match(/\\p{L}+/gu)')).toContain(
    'text.match((pattern$0 ??= new RegExp(',
  )
})

it('a global or sticky one whose position matters is made for each use', () => {
  const code =
    'function* words(text: string) { const word = /\\p{L}+/gu; for (let one; (one = word.exec(text)); ) yield one }'
  expect(built(code)).toContain('const word = new RegExp("\\\\p{L}+", \'gu\');')
  expect(built('const at = (text: string) => /\\p{L}/uy.test(text)')).toContain(
    '=> new RegExp("\\\\p{L}", \'uy\').test(text)',
  )
})

it('one at the top of a module is parsed once instead of twice, others stay as they are', () => {
  expect(built('const letter = /\\p{L}/u\nconst digit = /\\d/')).toBe(
    'const letter = new RegExp("\\\\p{L}", \'u\')\nconst digit = /\\d/\n\n',
  )
})

it('the text of a pattern survives quotes, slashes and characters beyond ASCII', () => {
  const pattern = /["'`\\/\p{L}…]/u
  const [, text = ''] = /new RegExp\((".*"), 'u'\)/.exec(built(`const all = ${String(pattern)}`)) ?? []
  expect(new RegExp(JSON.parse(text) as string, 'u').source).toBe(pattern.source)
})
