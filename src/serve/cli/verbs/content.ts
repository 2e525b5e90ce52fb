/** Small verbs that load the same. */
export { activateVerb } from './activate.ts'
export { evidenceVerb } from './evidence.ts'
export { sessionStart } from './hook/session-start.ts'
