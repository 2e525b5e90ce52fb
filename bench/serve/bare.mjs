// A hono route that parses the body and returns as much text as a read does.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const text = 'x'.repeat(3000)
const app = new Hono()
app.post('/v1/read', async (c) => {
  const { task } = await c.req.json()
  return c.json({ kind: 'reply', task, text })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`))
