import type { ReadRequest } from '../../model/reading/read.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { didYouMean } from '../../text/messages/suggest.ts'
import type { OpenOptions } from './open.ts'

const openNames = {
  roots: true,
  requester: true,
  restraints: true,
  defaultBudget: true,
  allowTypes: true,
  respectGitignore: true,
  useEvals: true,
  hideTasks: true,
  trustAll: true,
  ports: true,
} as const satisfies Record<keyof OpenOptions, true>

const requesterNames = {
  environment: true,
  role: true,
  audience: true,
  region: true,
  model: true,
  authenticated: true,
  credentials: true,
  scopes: true,
  parentScopes: true,
  capabilities: true,
  depth: true,
  delegationProof: true,
  attestations: true,
  tier: true,
  clearance: true,
} as const satisfies Record<keyof Requester, true>

const readNames = {
  task: true,
  also: true,
  after: true,
  packs: true,
  activation: true,
  budget: true,
  session: true,
  again: true,
  trace: true,
  evidence: true,
  signal: true,
  onStage: true,
  onIndexed: true,
} as const satisfies Record<keyof ReadRequest, true>

/** Gives callers without types a clear error. */
export function checkOpening(options: OpenOptions): void {
  checkNames('openKnowledge', options, openNames)
  checkRequester(options.requester)
}

/** A misspelled fact would count as unknown. */
export function checkRequester(requester: Requester | undefined): void {
  if (requester !== undefined) checkNames('"requester"', requester, requesterNames)
}

export function checkReading(request: ReadRequest): void {
  const { task, budget, packs, also } = (request as ReadRequest | undefined) ?? {}
  if (typeof task !== 'string' || task.trim() === '')
    throw new TypeError('read needs "task", a text that is not empty.')
  checkNames('read', request, readNames)
  if (budget !== undefined && !(Number.isSafeInteger(budget) && budget > 0))
    throw new TypeError(`"budget" is a number of tokens above 0, not ${String(budget)}.`)
  if (also !== undefined && !(Array.isArray(also) && also.every((word) => typeof word === 'string')))
    throw new TypeError('"also" is a list of words or phrases.')
  if (packs !== undefined && !Array.isArray(packs)) throw new TypeError('"packs" is a list of names or refs.')
}

/** Checks the arguments of a method that must be strings, by name. */
export function checkTexts(method: string, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given))
    if (typeof value !== 'string') throw new TypeError(`${method} needs "${name}", a text.`)
}

/** A misspelled name would be ignored. */
function checkNames(what: string, given: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue
    const hint = didYouMean(name, Object.keys(known))
    throw new TypeError(`${what} takes no "${name}".${hint ? ` ${hint}` : ''}`)
  }
}
