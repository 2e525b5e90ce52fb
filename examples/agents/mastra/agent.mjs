// Mastra. Put a model of yours in the place of the stand-in, which calls one tool and repeats its text.
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { openKnowledge } from 'lorefence'

const question = 'How long does a kiosk sell tickets without a network?'
const knowledge = await openKnowledge({ roots: [process.argv[2] ?? '../..'], trustAll: true })

const tools = Object.fromEntries(
  knowledge
    .tools()
    .map(({ name, description, parameters, execute }) => [
      name,
      createTool({
        id: name,
        description,
        inputSchema: parameters,
        execute: (args, context) => execute(args, { signal: context?.abortSignal }),
      }),
    ]),
)

const agent = new Agent({
  id: 'support',
  name: 'Support',
  instructions: 'Answer from the knowledge.',
  model: standIn(),
  tools,
})
const { text } = await agent.generate(question)
console.log(text)
await knowledge.close()

function standIn() {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  const input = JSON.stringify({ task: question })
  return {
    specificationVersion: 'v2',
    provider: 'stand-in',
    modelId: 'stand-in',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const last = prompt.at(-1)
      const content =
        last.role === 'tool'
          ? { type: 'text', text: last.content[0].output.value }
          : { type: 'tool-call', toolCallId: '1', toolName: 'knowledge_read', input }
      const finishReason = last.role === 'tool' ? 'stop' : 'tool-calls'
      return { content: [content], finishReason, usage, warnings: [] }
    },
  }
}
