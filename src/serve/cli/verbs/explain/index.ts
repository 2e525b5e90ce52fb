export { explainVerb } from './explain.ts'
export { whyVerb } from './why.ts'
