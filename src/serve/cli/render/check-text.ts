import { unifiedDiff, type CheckedQuestion } from '../../../app/index.ts'
import { paintDiff } from './diff-text.ts'
import { visible } from './terminal/cells.ts'
import { paintWith } from './terminal/paint.ts'
import { counted } from './terminal/words.ts'

/** One line per question, and what changed below it. */
export function checkText(checked: readonly CheckedQuestion[], color: boolean): string {
  const paint = paintWith(color)
  const blocks = checked.map((question) => {
    const { task, changed, unmet } = question
    const mark = unmet.length > 0 ? paint.red('✗') : changed ? paint.yellow('~') : paint.green('✓')
    const lines = [`${mark} ${paint.bold(visible(task))}  ${paint.dim(outcomeText(question))}`]
    for (const sentence of unmet) lines.push(`  ${paint.red(visible(sentence))}`)
    return `${lines.join('\n')}\n${changed ? indent(paintDiff(diffOf(question), color)) : ''}`
  })
  return `${blocks.join('')}${checked.length > 0 ? '\n' : ''}${summaryOf(checked)}\n`
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')

/** For a pull request. Text of documents and questions is shown as code, so that it cannot form a link or a mention. */
export function checkMarkdown(checked: readonly CheckedQuestion[]): string {
  const blocks = checked
    .filter(({ changed, unmet }) => changed || unmet.length > 0)
    .map((question) =>
      [
        `#### ${codeSpan(question.task)}`,
        outcomeText(question),
        ...question.unmet.map((sentence) => `- ✗ ${codeSpan(sentence)}`),
        ...(question.changed ? [codeBlock(diffOf(question))] : []),
      ].join('\n\n'),
    )
  const head = [`### What an agent would now read`, summaryOf(checked)]
  let length = 0
  const shown = blocks.filter((block) => (length += block.length + 2) <= mostCharacters)
  const left = blocks.length - shown.length
  const more =
    left > 0 ? [`Left out here: ${counted(left, 'more question')}. \`lorefence check\` shows all of them.`] : []
  return [...head, ...shown, ...more].join('\n\n') + '\n'
}

/** A comment on GitHub takes 65,536 characters, the summary of a job more. */
const mostCharacters = 60_000
const mostOfDiff = 8_000

function summaryOf(checked: readonly CheckedQuestion[]): string {
  const changed = checked.filter((question) => question.changed).length
  const unmet = checked.filter((question) => question.unmet.length > 0).length
  const worse = checked.filter((question) => question.worse).length
  return [
    `${counted(checked.length, 'question')}: ${changed} changed`,
    ...(worse > 0 ? [`${worse} with a worse outcome`] : []),
    ...(unmet > 0 ? [`${unmet} without the expected answer`] : []),
  ].join(', ')
}

function outcomeText({ before, after }: CheckedQuestion): string {
  const now = `${after.outcome}, ${counted(after.tokens, 'token')}`
  return !before || (before.outcome === after.outcome && before.tokens === after.tokens)
    ? now
    : `${before.outcome}, ${counted(before.tokens, 'token')} → ${now}`
}

function diffOf({ before, after }: CheckedQuestion): string {
  const textOf = (answer: CheckedQuestion['after'] | undefined): string =>
    (answer?.excerpts ?? [])
      .map(({ ref, path, headings, text }) => `[${[ref, path, ...headings].join(' › ')}]\n${text.trim()}\n`)
      .join('')
  return unifiedDiff('answer', textOf(before), textOf(after)).replace(/^---.*\n\+\+\+.*\n/, '')
}

/** A fence that is longer than every run of backticks in the text. */
function codeBlock(diff: string): string {
  const text = shortened(diff.split('\n').map(visible).join('\n'))
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence}diff\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** Whole lines, and how many more there are. */
function shortened(diff: string): string {
  if (diff.length <= mostOfDiff) return diff
  const end = Math.max(0, diff.lastIndexOf('\n', mostOfDiff))
  return `${diff.slice(0, end)}\n… ${counted(diff.slice(end).trim().split('\n').length, 'more line')} left out`
}

function codeSpan(text: string): string {
  const line = visible(text.replace(/\s+/g, ' ').trim())
  const fence = '`'.repeat(Math.max(1, ...[...line.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence} ${line} ${fence}`
}
