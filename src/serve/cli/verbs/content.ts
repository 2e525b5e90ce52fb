/** Small verbs that load the same. */
export { activateVerb } from './activate.ts'
export { evidenceVerb } from './evidence.ts'
export { hookVerb } from './hook.ts'
