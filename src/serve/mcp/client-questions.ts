import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { StatusQuestion } from '../../app/index.ts'
import { startStopwatch } from '../../io/process/stopwatch.ts'
import type { Door } from './door.ts'

const answer = z.object({ use: z.boolean() })

/** How long a question stays open, in milliseconds, and how many may be open. */
const questionLifetime = 10 * 60 * 1000
const mostWaiting = 20

interface Question {
  readonly asked: StatusQuestion
  /** The call that caused it; the client repeats it with the answer. */
  readonly call: string
  readonly since: number
}

/** Questions that a client asks its user, and the answers; one instance for each session. */
export class ClientQuestions {
  readonly #door: Door
  readonly #elapsed: () => number
  /** By an unguessable key. An answer counts once, for the call that caused the question. */
  readonly #waiting = new Map<string, Question>()
  readonly #declined = new Set<string>()

  constructor(door: Door, elapsed = startStopwatch()) {
    this.#door = door
    this.#elapsed = elapsed
  }

  /** Applies the answers that a call contains. */
  acceptAnswers({ mcpReq: { inputResponses } }: Pick<ServerContext, 'mcpReq'>, call: string): void {
    if (!this.#door.mayAskPerson || !inputResponses) return
    for (const key of Object.keys(inputResponses)) {
      const question = this.#waiting.get(key)
      this.#waiting.delete(key)
      if (!question || question.call !== call || this.#elapsed() - question.since > questionLifetime) continue
      if (inputResponse(inputResponses, key).kind === 'missing') continue
      if (acceptedContent(inputResponses, key, answer)?.use === true) this.#door.knowledge.confirmStatus(question.asked)
      else this.#declined.add(question.asked.ref)
    }
  }

  /**
   * A question about the first of these refs that only its status refuses; `undefined` if there is none or asking is
   * off.
   */
  ask(refused: readonly string[], canAsk: boolean, call: string): InputRequiredResult | undefined {
    if (!this.#door.mayAskPerson || !canAsk) return undefined
    const questions = refused.flatMap((ref) => this.#door.knowledge.statusQuestion(ref) ?? [])
    const asked = questions.find(({ ref }) => !this.#declined.has(ref))
    if (!asked) return undefined
    const key = crypto.randomUUID()
    this.#waiting.set(key, { asked, call, since: this.#elapsed() })
    for (const oldest of [...this.#waiting.keys()].slice(0, -mostWaiting)) this.#waiting.delete(oldest)
    const message = `${asked.ref}: ${asked.sentence} Use it in this session?`
    return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema: answer }) } })
  }
}
