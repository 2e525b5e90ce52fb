// The OpenAI Agents SDK. Put a model of yours in the place of the stand-in, which calls one tool and repeats its text.
import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents'
import { openKnowledge } from 'lorefence'

const question = 'How long does a kiosk sell tickets without a network?'
const knowledge = await openKnowledge({ roots: [process.argv[2] ?? '../..'], trustAll: true })

const tools = knowledge
  .tools({ strict: true })
  .map(({ name, description, parameters, execute }) =>
    tool({
      name,
      description,
      parameters,
      strict: true,
      execute: (args, _context, { signal } = {}) => execute(args, { signal }),
    }),
  )

setTracingDisabled(true)
const agent = new Agent({ name: 'Support', instructions: 'Answer from the knowledge.', model: standIn(), tools })
const { finalOutput } = await run(agent, question)
console.log(finalOutput)
await knowledge.close()

function standIn() {
  const absent = { also: null, name: null, budget: null, evidence: null, implicit: null, again: null }
  return {
    async getResponse({ input }) {
      const result = input.at(-1).type === 'function_call_result' ? input.at(-1) : undefined
      const output = result
        ? {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: result.output.text }],
          }
        : {
            type: 'function_call',
            callId: '1',
            name: 'knowledge_read',
            status: 'completed',
            arguments: JSON.stringify({ ...absent, task: question }),
          }
      return { usage: new Usage(), output: [output] }
    },
  }
}
