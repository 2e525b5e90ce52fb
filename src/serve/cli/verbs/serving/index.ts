export { keyVerb } from './key.ts'
export { pushVerb } from './push.ts'
export { serveVerb } from './serve.ts'
export { storeVerb } from './store.ts'
