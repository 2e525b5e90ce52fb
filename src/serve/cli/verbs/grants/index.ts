export { approveVerb } from './approve.ts'
export { disableVerb, enableVerb } from './switch.ts'
export { trustVerb } from './trust.ts'
