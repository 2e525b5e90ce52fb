export { keyVerb } from './key.ts'
export { mcpVerb } from './mcp.ts'
export { pushVerb } from './push.ts'
export { serveVerb } from './serve.ts'
