export { federateVerb } from './federate.ts'
export { fetchVerb } from './fetch.ts'
export { publishVerb } from './publish.ts'
