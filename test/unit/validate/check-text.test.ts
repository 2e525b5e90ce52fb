import { expect, test } from 'vitest'
import type { CheckedQuestion } from '../../../src/app/index.ts'
import { checkMarkdown } from '../../../src/serve/cli/render/check-text.ts'

const answer = (text: string): CheckedQuestion['after'] => ({
  outcome: 'answered',
  tokens: 10,
  excerpts: [{ ref: 'unit:harbor/setup', path: 'setup.md', headings: [], text }],
})

const question = (task: string, text: string): CheckedQuestion => ({
  task,
  before: answer('Before.'),
  after: answer(text),
  changed: true,
  unmet: [],
  worse: false,
})

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `Line ${i} of the answer.`).join('\n')

test('Markdown of any number of changes fits a comment on GitHub, and says what was left out', () => {
  const many = Array.from({ length: 40 }, (_, i) => question(`Question ${i}?`, lines(5_000)))
  const markdown = checkMarkdown(many)
  expect(markdown.length).toBeLessThan(65_536)
  expect(markdown).toContain('40 questions: 40 changed')
  const shown = [...markdown.matchAll(/^#### ` Question/gm)].length
  expect(shown).toBeGreaterThan(5)
  expect(markdown).toContain(
    `\n\nLeft out here: ${40 - shown} more questions. \`lorefence check\` shows all of them.\n`,
  )
})

test('a long answer is cut at a line inside its code block', () => {
  const markdown = checkMarkdown([question('How?', lines(1_000))])
  const [, cut = '', count = ''] =
    /\n(\+Line \d+ of the answer\.)\n… (\d+) more lines left out\n```\n$/.exec(markdown) ?? []
  expect(cut).not.toBe('')
  expect(Number(/\d+/.exec(cut)?.[0]) + 1 + Number(count)).toBe(1_000)
})

test('one line that is longer than all room is left out', () => {
  expect(checkMarkdown([question('How?', 'x'.repeat(100_000))]).length).toBeLessThan(10_000)
})

test('a short one is whole', () => {
  expect(checkMarkdown([question('How?', lines(3))])).not.toContain('left out')
})
