import { resolve } from 'node:path'
import { checkQuestions, openUnrecorded, savedQuestions, type CheckedQuestion } from '../../../app/index.ts'
import { diskFiles } from '../../../io/disk/disk-files.ts'
import { revisionFiles } from '../../../io/git/revision-files.ts'
import { isRepository, type Revision } from '../../../io/git/revision.ts'
import { limits } from '../../../model/limits.ts'
import type { SignaturePolicy } from '../../../model/documents/signature.ts'
import { configForVerb, workspaceAt } from '../opening.ts'
import { startProgress } from '../progress.ts'
import { checkMarkdown, checkText } from '../render/check-text.ts'
import { printRecord } from '../render/terminal/print.ts'
import { counted } from '../render/terminal/words.ts'
import { requesterFacts } from '../requester-facts.ts'
import { sinceOption, sinceRevision } from '../since-revision.ts'
import { chosenFormat, exitCodes, text, texts, UsageError, type Call, type Terminal, type Verb } from '../verb.ts'

const questionsFile = '.lorefence/questions.yaml'
const formats = ['text', 'markdown', 'json'] as const

export const checkVerb: Verb = {
  name: 'check',
  summary: 'ask saved questions at two revisions, and show what an agent would now read instead',
  usage: 'check [options]',
  inputs: `the questions of ${questionsFile}; the files of this workspace, and a git revision to compare them with`,
  outputs:
    'each question whose answer changed, as a diff; exit 1 when an expectation of a question is not met ' +
    '(with --strict, also when an outcome is worse than before)',
  examples: [
    'lorefence check',
    'lorefence check --since origin/main --format markdown',
    'lorefence check --since v1 --strict --json',
  ],
  options: {
    since: { ...sinceOption.since, doc: `${sinceOption.since.doc} Default: HEAD.` },
    questions: { type: 'string', value: 'FILE', doc: `The file of questions. Default: ${questionsFile}.` },
    root: { type: 'string', value: 'DIR', doc: 'The workspace. Default: the nearest folder with knowledge.' },
    as: { type: 'string', multiple: true, value: 'FACTS', doc: 'Ask as another requester, such as role=auditor.' },
    strict: { type: 'boolean', doc: 'An outcome that is worse than before fails as well.' },
    format: { type: 'string', value: 'FORMAT', doc: 'text (default), markdown or json; --json is short for json.' },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    if (positionals.length > 0)
      throw new UsageError('check takes no arguments; it asks the questions of a file. Try "lorefence check --help".')
    const format = chosenFormat(values, formats) ?? 'text'
    const written = text(values['root'])
    const root = written === undefined ? workspaceAt(terminal, diskFiles) : resolve(terminal.cwd, written)
    const questions = loadQuestions(root, call)
    const revision = revisionFor(root, call)
    const as = texts(values['as'])
    const asked = { ...(as.length > 0 ? { requester: requesterFacts(as) } : {}), ...signaturesFor(root, terminal) }
    const progress = startProgress(terminal, (count) => `${counted(count, 'question')} asked`)
    const before = revision && (await openUnrecorded(revisionFiles(diskFiles, revision), root, asked))
    const after = await openUnrecorded(diskFiles, root, asked)
    const checked = await checkQuestions(questions, { before, after }, progress.step)
    progress.end()
    const ok = checked.every(({ unmet, worse }) => unmet.length === 0 && !(worse && values['strict'] === true))
    print(format, checked, { ok, terminal, commit: revision?.commit })
    return ok ? exitCodes.ok : exitCodes.findings
  },
}

/** The user's signature policy applies here too. */
function signaturesFor(root: string, terminal: Terminal): { readonly signatures?: SignaturePolicy } {
  const { config } = configForVerb({ values: { root }, terminal }, { files: diskFiles })
  if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
  const { signatures } = config.restraints
  return signatures ? { signatures } : {}
}

/** Without a repository the questions are asked once, and nothing is compared. */
function revisionFor(root: string, { values, terminal }: Call): Revision | undefined {
  const absent = isRepository(root) ? 'HEAD' : undefined
  const revision = sinceRevision({ values, terminal: { ...terminal, cwd: root } }, absent)
  if (!revision) terminal.err('This is not a git repository, so there is nothing to compare with.\n')
  return revision
}

interface Printing {
  readonly ok: boolean
  readonly terminal: Terminal
  readonly commit: string | undefined
}

function print(
  format: (typeof formats)[number],
  checked: readonly CheckedQuestion[],
  { ok, terminal, commit }: Printing,
): void {
  switch (format) {
    case 'json':
      return printRecord(terminal, { command: 'check', ok }, { since: commit ?? null, questions: checked })
    case 'markdown':
      return terminal.out(checkMarkdown(checked))
    case 'text':
      return terminal.show(checkText(checked, terminal.color))
  }
}

/** An invalid file is an error: no question may be dropped unnoticed. */
function loadQuestions(root: string, { values, terminal }: Call): ReturnType<typeof savedQuestions>['questions'] {
  const named = text(values['questions'])
  const [folder, file] = named === undefined ? [root, questionsFile] : [terminal.cwd, named]
  const read = diskFiles.read(folder, file, { limit: limits.documentBytes })
  if (!read.ok)
    throw new UsageError(
      read.trouble === 'missing'
        ? `${file} does not exist. Write the questions that must keep their answers there, such as: ` +
            'questions: [{task: How long is the warranty?, expect: docs/warranty.md}]'
        : `${file} cannot be read. ${read.detail}`,
    )
  const { questions, diagnostics } = savedQuestions(read.bytes, file)
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error) {
    const start = error.where.range?.start
    throw new UsageError(`${file}${start ? `:${start.line}:${start.column}` : ''}: ${error.message}`)
  }
  return questions
}
