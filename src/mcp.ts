/** The MCP door for an HTTP server of one's own. */
export { mcpHandler, type McpHandler, type McpHandlerOptions } from './serve/mcp/handler.ts'
