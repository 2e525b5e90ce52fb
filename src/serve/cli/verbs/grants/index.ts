export { approveVerb } from './approve.ts'
export { disableVerb } from './disable.ts'
export { enableVerb } from './enable.ts'
export { trustVerb } from './trust.ts'
