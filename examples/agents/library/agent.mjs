// No framework: the loop of an agent in a few lines. Put a model of yours in the place of the stand-in.
import { openKnowledge } from 'lorefence'

const question = 'How long does a kiosk sell tickets without a network?'
const knowledge = await openKnowledge({ roots: [process.argv[2] ?? '../..'], trustAll: true })
const tools = knowledge.tools()

const messages = [{ role: 'user', text: question }]
for (;;) {
  const { text, call } = await standIn(messages, tools)
  if (!call) {
    console.log(text)
    break
  }
  const tool = tools.find(({ name }) => name === call.name)
  messages.push({ role: 'tool', text: tool ? await tool.execute(call.args) : `There is no tool "${call.name}".` })
}
await knowledge.close()

/** Calls one tool and repeats its text. */
async function standIn(conversation, offered) {
  const { role, text } = conversation.at(-1)
  if (role === 'tool') return { text }
  return { call: { name: offered.find(({ name }) => name.endsWith('read')).name, args: { task: text } } }
}
