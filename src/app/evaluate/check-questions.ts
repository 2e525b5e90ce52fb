import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { ReadOutcome, ReadResult } from '../../model/reading/read.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { readQuestions, type Question } from '../../parse/questions.ts'
import type { Knowledge } from '../open/open.ts'

interface SavedQuestions {
  readonly questions: readonly Question[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What an agent would read for a question at one revision. */
interface Answer {
  readonly outcome: ReadOutcome
  readonly tokens: number
  readonly excerpts: readonly {
    readonly ref: string
    readonly path: string
    readonly headings: readonly string[]
    readonly text: string
  }[]
}

export interface CheckedQuestion {
  readonly task: string
  /** Absent when there is no earlier revision. */
  readonly before?: Answer
  readonly after: Answer
  /** The text or the outcome differs. */
  readonly changed: boolean
  /** Expectations of the question that the answer does not meet, as sentences. */
  readonly unmet: readonly string[]
  /** The outcome is worse than before. */
  readonly worse: boolean
}

/** Best first. */
const outcomes: readonly ReadOutcome[] = ['answered', 'weak', 'withheld', 'nothing']

/** The questions of a file. */
export function savedQuestions(bytes: Uint8Array, file: string): SavedQuestions {
  const { value = [], findings, source } = readQuestions(bytes, file)
  return { questions: value, diagnostics: diagnose(findings, source) }
}

/** Asks every question at both revisions, in order. */
export async function checkQuestions(
  questions: readonly Question[],
  { before, after }: { readonly before: Knowledge | undefined; readonly after: Knowledge },
  onQuestion: () => void = () => undefined,
): Promise<readonly CheckedQuestion[]> {
  const checked: CheckedQuestion[] = []
  for (const question of questions) {
    const old = before && answerOf(await ask(before, question))
    const answer = answerOf(await ask(after, question))
    checked.push({
      task: question.task,
      ...(old ? { before: old } : {}),
      after: answer,
      changed: old !== undefined && !isSame(old, answer),
      unmet: unmetBy(question, answer),
      worse: old !== undefined && outcomes.indexOf(answer.outcome) > outcomes.indexOf(old.outcome),
    })
    onQuestion()
  }
  return checked
}

const ask = (knowledge: Knowledge, { task, also, budget }: Question): Promise<ReadResult> =>
  knowledge.read({ task, ...(also ? { also } : {}), ...(budget === undefined ? {} : { budget }) })

function answerOf({ outcome, tokens, excerpts }: ReadResult): Answer {
  return { outcome, tokens, excerpts: excerpts.map(({ ref, path, headings, text }) => ({ ref, path, headings, text })) }
}

/** Tokens also count the envelope, which may differ without a change of the text. */
function isSame(a: Answer, b: Answer): boolean {
  return a.outcome === b.outcome && JSON.stringify(a.excerpts) === JSON.stringify(b.excerpts)
}

function unmetBy({ expect = [], outcome }: Question, answer: Answer): readonly string[] {
  const missing = expect.filter((place) => !answer.excerpts.some((excerpt) => isPlace(place, excerpt)))
  return [
    ...(outcome === undefined || outcome === answer.outcome
      ? []
      : [`The outcome is "${answer.outcome}", not "${outcome}".`]),
    ...missing.map((place) => `"${place}" is not in the answer.`),
  ]
}

/** A ref, or a path from the entry or from a folder above it. */
const isPlace = (place: string, { ref, path }: Answer['excerpts'][number]): boolean =>
  place === ref || place === path || place.endsWith(`/${path}`)
