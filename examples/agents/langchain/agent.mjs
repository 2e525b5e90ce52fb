// LangChain.js. Put a model of yours in the place of the stand-in, which calls one tool and repeats its text.
import { AIMessage, createAgent, fakeModel, tool } from 'langchain'
import { openKnowledge } from 'lorefence'

const question = 'How long does a kiosk sell tickets without a network?'
const knowledge = await openKnowledge({ roots: [process.argv[2] ?? '../..'], trustAll: true })

const tools = knowledge
  .tools()
  .map(({ name, description, parameters, execute }) =>
    tool((args, { signal } = {}) => execute(args, { signal }), { name, description, schema: parameters }),
  )

const model = fakeModel()
  .respondWithTools([{ name: 'knowledge_read', args: { task: question } }])
  .respond((messages) => new AIMessage(messages.at(-1).text))

const { messages } = await createAgent({ model, tools }).invoke({ messages: [{ role: 'user', content: question }] })
console.log(messages.at(-1).text)
await knowledge.close()
