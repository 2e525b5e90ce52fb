export { keyVerb } from './key.ts'
export { mcpVerb } from './mcp.ts'
export { serveVerb } from './serve.ts'
export { storeVerb } from './store.ts'
