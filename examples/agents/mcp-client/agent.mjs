// A plain MCP client: it starts the server, lists the tools for its model and calls the one that the model chose.
// The server shows what a person granted: run `lorefence trust` in the folder first.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'

const question = 'How long does a kiosk sell tickets without a network?'
const program = fileURLToPath(new URL('cli.js', import.meta.resolve('lorefence')))

const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--root', process.argv[2] ?? '../..'],
    env: process.env,
  }),
)

const { tools } = await client.listTools()
const { content } = await client.callTool(standIn(tools))
console.log(content.map(({ text }) => text).join('\n'))
await client.close()

/** Put a model of yours in its place. */
function standIn(offered) {
  const { name } = offered.find((tool) => tool.description.includes('any question'))
  return { name, arguments: { task: question } }
}
