// A minimal server of the MCP library: one tool that returns its text.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  server.registerTool(
    'echo',
    { description: 'Returns its text.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  )
  return server
})
