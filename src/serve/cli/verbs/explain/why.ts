import { resolve } from 'node:path'
import { notFound, unknownCode, type Knowledge, type Why } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { isWrittenAsPath } from '../../named-packs.ts'
import { visible } from '../../render/terminal/cells.ts'
import { recordText } from '../../render/terminal/json.ts'
import { exitCodes, texts, UsageError, wholeNumber, type Verb } from '../../verb.ts'
import { viewOptions } from '../../view-options.ts'

export const whyVerb: Verb = {
  name: 'why',
  summary:
    'show why a document was or was not selected for a task: gates, strength, rank, and what would change it; ' +
    'no content is shown',
  usage: 'why "<task>" <document or ref> [options]',
  inputs: 'a task in words; a ref (pack:<name>, unit:<project>/<id>), the name of a pack, or the path of a document',
  outputs: 'one screen on stdout; exit 0',
  examples: [
    'lorefence why "Which warranty applies?" docs/policies/refunds.md',
    'lorefence why "Which warranty applies?" unit:harbor-kiosk/refund-policy --json',
  ],
  options: {
    ...knowledgeOptions,
    also: { type: 'string', multiple: true, value: 'WORDS', doc: 'Other words that an answer may use; repeatable.' },
    budget: { type: 'string', value: 'TOKENS', doc: 'Maximum tokens, as in read.' },
  },
  async run(call) {
    const {
      positionals: [task = '', target, ...more],
      values,
      terminal,
    } = call
    if (task.trim() === '' || target === undefined || more.length > 0)
      throw new UsageError('why needs a task and a document. Try: lorefence why "How do I …?" docs/setup.md')
    if (isFile(task, terminal.cwd) && !isFile(target, terminal.cwd))
      throw new UsageError(
        `why takes the task first, then the document: lorefence why ${shellWord(target)} ${shellWord(task)}`,
      )
    const { knowledge } = await openForVerb(call)
    const budget = wholeNumber(values['budget'], 'budget')
    const also = texts(values['also'])
    const options = {
      ...(also.length > 0 ? { also } : {}),
      ...(budget === undefined ? {} : { budget }),
      commands: { cwd: terminal.cwd, options: viewOptions(call) },
    }
    const path = resolve(terminal.cwd, target)
    // A file that is here is meant, not one of the same path in another manifest.
    const isHere = isFile(target, terminal.cwd)
    const why =
      (isHere ? undefined : await knowledge.why(task, target, options)) ?? (await knowledge.why(task, path, options))
    if (!why) throw unknownTarget(target, knowledge, diskFiles.kindOf(path) === 'file')
    terminal.out(values['json'] === true ? recordText({ command: 'why', ok: true }, why) : whyText(why))
    return exitCodes.ok
  },
}

const isFile = (written: string, cwd: string): boolean =>
  isWrittenAsPath(written, cwd) && diskFiles.kindOf(resolve(cwd, written)) === 'file'

function unknownTarget(target: string, { catalog }: Knowledge, isThere: boolean): UsageError {
  if (!isThere) return new UsageError(notFound(catalog, target), unknownCode(catalog, target))
  return new UsageError(
    catalog.quarantined.length > 0
      ? `No usable pack or manifest names the file "${target}", so no read returns it. Fix what is not used first.`
      : `No pack and no manifest names the file "${target}", so no read returns it. ` +
          `To add it to knowledge.yaml: lorefence init --update ${shellWord(target)}`,
  )
}

function whyText(why: Why): string {
  const {
    ref,
    path,
    outcome,
    given,
    verdict,
    rank,
    scored,
    score,
    bestScore,
    strength,
    bestStrength,
    answeredFrom,
    headings = [],
    matched,
    unmatched,
    because,
    change,
  } = why
  const rounded = (value: number): string => value.toFixed(2)
  const lines: readonly (readonly [string, string])[] = [
    ['document', [ref, path, ...headings].filter(Boolean).join(' › ')],
    ['read', `${outcome}; this document was ${given ? 'selected' : 'not selected'}`],
    ['gates', verdict],
    ...(rank === undefined || score === undefined || bestScore === undefined
      ? []
      : [
          [
            'rank',
            `${rank} of ${scored} scored units; score ${rounded(score)}, the best is ${rounded(bestScore)}`,
          ] as const,
        ]),
    ...(strength === undefined || bestStrength === undefined
      ? []
      : [
          [
            'strength',
            `${rounded(strength)}; the best place has ${rounded(bestStrength)}, and ${rounded(answeredFrom)} or more is answered`,
          ] as const,
        ]),
    ...(matched.length === 0 ? [] : [['matches', matched.join(', ')] as const]),
    ...(unmatched.length === 0 ? [] : [['unmatched', unmatched.join(', ')] as const]),
    ['because', because],
    ...change.map((line) => ['to change', line] as const),
  ]
  return lines.map(([name, value]) => `${name.padEnd(10)} ${visible(value)}\n`).join('')
}
