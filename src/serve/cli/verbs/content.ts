/** Verbs that need the same and have little code of their own: one file of the package. */
export { activateVerb } from './activate.ts'
export { openForVerb, runUnits } from './catalog/catalog-units.ts'
export { checkVerb } from './check.ts'
export { evidenceVerb } from './evidence.ts'
export { sessionStart } from './hook/session-start.ts'
export { queryVerb } from './query.ts'
export { readVerb } from './read.ts'
