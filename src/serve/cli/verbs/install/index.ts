export { addVerb } from './add.ts'
export { listVerb } from './list.ts'
export { removeVerb } from './remove.ts'
export { updateVerb } from './update.ts'
