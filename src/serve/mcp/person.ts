import { acceptedContent, inputRequired, inputResponse, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Door } from './door.ts'

const answer = z.object({ use: z.boolean() })

/** What a client asks its person, and what came of it: one for each session. */
export class PersonAtClient {
  readonly #door: Door
  /** Refs that were asked about; an answer to anything else is nobody's word. */
  readonly #asked = new Set<string>()
  readonly #declined = new Set<string>()

  constructor(door: Door) {
    this.#door = door
  }

  /** Hears the answers that a call brings along. */
  hear({ mcpReq: { inputResponses } }: ServerContext): void {
    if (!this.#door.mayAskPerson || !inputResponses) return
    for (const ref of [...this.#asked].filter((asked) => inputResponse(inputResponses, keyOf(asked)).kind !== 'missing')) {
      this.#asked.delete(ref)
      if (acceptedContent(inputResponses, keyOf(ref), answer)?.use === true) this.#door.knowledge.confirmStatus(ref)
      else this.#declined.add(ref)
    }
  }

  /** A question about the first of these that only its status keeps back; `undefined` where there is none to ask, or nobody. */
  ask(refused: readonly string[], canAsk: boolean): InputRequiredResult | undefined {
    if (!this.#door.mayAskPerson || !canAsk) return undefined
    const question = refused.flatMap((ref) => this.#door.knowledge.statusQuestion(ref) ?? []).find(({ ref }) => !this.#declined.has(ref))
    if (!question) return undefined
    const { ref, sentence } = question
    this.#asked.add(ref)
    return inputRequired({ inputRequests: { [keyOf(ref)]: inputRequired.elicit({ message: `${ref}: ${sentence} Use it in this session?`, requestedSchema: answer }) } })
  }
}

const keyOf = (ref: string): string => `status ${ref}`
