export { activateVerb } from './activate.ts'
export { evidenceVerb } from './evidence.ts'
