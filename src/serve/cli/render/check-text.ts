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

/** For a pull request. Text of documents and questions is in code only, so that nothing in it is a link or a mention. */
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
  return [`### What an agent would now read`, summaryOf(checked), ...blocks].join('\n\n') + '\n'
}

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
  const text = diff.split('\n').map(visible).join('\n')
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence}diff\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

function codeSpan(text: string): string {
  const line = visible(text.replace(/\s+/g, ' ').trim())
  const fence = '`'.repeat(Math.max(1, ...[...line.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence} ${line} ${fence}`
}
