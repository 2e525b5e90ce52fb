/** A client of `/mcp` that sends plain requests, so that a test chooses the server and the session of each. */
export interface McpPosts {
  /** Begins a session, as clients of revisions with sessions do; returns the id from the server. */
  initialize(url: string): Promise<string>
  /** The text of a reply, or of the response that came instead. */
  call(url: string, name: string, args: Readonly<Record<string, unknown>>, session?: string): Promise<string>
  /** Ends a session. */
  end(url: string, session: string): Promise<number>
}

type Send = (url: string, init: RequestInit) => Promise<Response>

export function mcpPosts(token: string, send: Send = fetch): McpPosts {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = (url: string, method: string, params: object, more: Readonly<Record<string, string>>) =>
    send(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  return {
    async initialize(url) {
      const clientInfo = { name: 'test', version: '1.0.0' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      const response = await post(url, 'initialize', params, {})
      await response.text()
      return response.headers.get('mcp-session-id') ?? ''
    },
    async call(url, name, args, session) {
      const named = {
        'mcp-protocol-version': '2025-11-25',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      }
      return (await post(url, 'tools/call', { name: `knowledge_${name}`, arguments: args }, named)).text()
    },
    async end(url, session) {
      const response = await send(`${url}/mcp`, {
        method: 'DELETE',
        headers: { ...headers, 'mcp-session-id': session },
      })
      return response.status
    },
  }
}
