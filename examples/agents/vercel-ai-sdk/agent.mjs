// The Vercel AI SDK. Put a model of yours in the place of the stand-in, which calls one tool and repeats its text.
import { dynamicTool, generateText, isStepCount, jsonSchema } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { openKnowledge } from 'lorefence'

const question = 'How long does a kiosk sell tickets without a network?'
const knowledge = await openKnowledge({ roots: [process.argv[2] ?? '../..'], trustAll: true })

const tools = Object.fromEntries(
  knowledge
    .tools({ strict: true })
    .map(({ name, description, parameters, execute }) => [
      name,
      dynamicTool({
        description,
        strict: true,
        inputSchema: jsonSchema(parameters),
        execute: (args, { abortSignal }) => execute(args, { signal: abortSignal }),
      }),
    ]),
)

const { text } = await generateText({ model: standIn(), tools, prompt: question, stopWhen: isStepCount(4) })
console.log(text)
await knowledge.close()

function standIn() {
  const usage = { inputTokens: { total: 0 }, outputTokens: { total: 0 } }
  const absent = { also: null, name: null, budget: null, evidence: null, implicit: null, again: null }
  const input = JSON.stringify({ ...absent, task: question })
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1)
      const content =
        last.role === 'tool'
          ? { type: 'text', text: last.content[0].output.value }
          : { type: 'tool-call', toolCallId: '1', toolName: 'knowledge_read', input }
      const unified = last.role === 'tool' ? 'stop' : 'tool-calls'
      return { content: [content], finishReason: { unified }, usage, warnings: [] }
    },
  })
}
