// A model for testing clients: it calls the tools of a script, one per turn, and records every request. It implements
// the Messages API (Claude Code), the Responses API (Codex), the Chat Completions API (OpenCode) and that of Gemini,
// streamed and not.
import { createServer } from 'node:http'

const done = 'Done.'

/** `next(request)` returns the call `{ name, input }` for this turn, the answer `{ text }`, or nothing for "Done.". */
export async function startModel(next) {
  const requests = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks = []
    for await (const chunk of incoming) chunks.push(chunk)
    const path = new URL(incoming.url, 'http://127.0.0.1').pathname
    const dialect = dialects.find(({ ending }) => path.endsWith(ending))
    if (!dialect || incoming.method !== 'POST') return void outgoing.writeHead(404).end('{}')
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const request = { path, text: JSON.stringify(body), tools: dialect.toolsOf(body), results: dialect.resultsOf(body) }
    requests.push(request)
    const turn = next(request) ?? {}
    const [id, call, text] = [`call_${requests.length}`, turn.name && turn, turn.text ?? done]
    const isStreamed = body.stream === true || path.includes(':stream')
    if (!isStreamed) return void sendJson(outgoing, dialect.whole(id, call, text))
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of dialect.events(id, call, text))
      outgoing.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    outgoing.end(dialect.end)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() }
}

function sendJson(outgoing, value) {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
const blocks = (content) => (Array.isArray(content) ? content : [])

const messages = {
  ending: '/v1/messages',
  end: '',
  toolsOf: ({ tools = [] }) => tools.filter(({ defer_loading }) => defer_loading !== true).map(({ name }) => name),
  resultsOf: (body) =>
    body.messages.flatMap(({ content }) => blocks(content)).filter(({ type }) => type === 'tool_result'),
  whole: (id, call, text) => ({
    ...messages.head(id),
    content: [messages.block(id, call, text)],
    stop_reason: call ? 'tool_use' : 'end_turn',
  }),
  head: (id) => ({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: [],
    stop_reason: null,
    usage,
  }),
  block: (id, call, text) =>
    call ? { type: 'tool_use', id, name: call.name, input: call.input } : { type: 'text', text },
  events: (id, call, text) => [
    { type: 'message_start', message: messages.head(id) },
    {
      type: 'content_block_start',
      index: 0,
      content_block: call ? { type: 'tool_use', id, name: call.name, input: {} } : { type: 'text', text: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: call
        ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
        : { type: 'text_delta', text },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: call ? 'tool_use' : 'end_turn' }, usage },
    { type: 'message_stop' },
  ],
}

function namespaced(name) {
  const [namespace, short] = name.split('/')
  return short === undefined ? { name } : { namespace, name: short }
}

const responses = {
  ending: '/responses',
  end: '',
  // Codex groups the tools of a server; a grouped tool is called with its namespace.
  toolsOf: ({ tools = [] }) =>
    tools.flatMap(({ type, name, tools: inner }) =>
      type === 'namespace' ? inner.map((tool) => `${name}/${tool.name}`) : [name ?? type],
    ),
  resultsOf: ({ input }) => blocks(input).filter(({ type }) => type === 'function_call_output'),
  item: (id, call, text) =>
    call
      ? {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          ...namespaced(call.name),
          arguments: JSON.stringify(call.input),
        }
      : { type: 'message', id: `msg_${id}`, role: 'assistant', content: [{ type: 'output_text', text }] },
  whole: (id, call, text) => ({
    id: `resp_${id}`,
    object: 'response',
    status: 'completed',
    output: [responses.item(id, call, text)],
    usage,
  }),
  events: (id, call, text) => [
    { type: 'response.created', response: { id: `resp_${id}` } },
    { type: 'response.output_item.done', output_index: 0, item: responses.item(id, call, text) },
    { type: 'response.completed', response: responses.whole(id, call, text) },
  ],
}

const completions = {
  ending: '/chat/completions',
  end: 'data: [DONE]\n\n',
  toolsOf: ({ tools = [] }) => tools.map((tool) => tool.function.name),
  resultsOf: (body) => body.messages.filter(({ role }) => role === 'tool'),
  message: (id, call, text) => ({
    role: 'assistant',
    content: call ? null : text,
    ...(call
      ? {
          tool_calls: [
            { index: 0, id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } },
          ],
        }
      : {}),
  }),
  head: (id) => ({ id, created: 0, model: 'stand-in' }),
  whole: (id, call, text) => ({
    ...completions.head(id),
    object: 'chat.completion',
    choices: [{ index: 0, message: completions.message(id, call, text), finish_reason: call ? 'tool_calls' : 'stop' }],
  }),
  events: (id, call, text) =>
    [
      { delta: completions.message(id, call, text), finish_reason: null },
      { delta: {}, finish_reason: call ? 'tool_calls' : 'stop' },
    ].map((choice) => ({
      ...completions.head(id),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, ...choice }],
    })),
}

/** A reply has a single part, so it is streamed as a whole. */
const gemini = {
  ending: 'enerateContent',
  end: '',
  toolsOf: ({ tools = [] }) => tools.flatMap((tool) => tool.functionDeclarations ?? []).map(({ name }) => name),
  resultsOf: ({ contents }) => contents.flatMap(({ parts }) => parts).filter((part) => part.functionResponse),
  whole: (id, call, text) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [call ? { functionCall: { id, name: call.name, args: call.input } } : { text }],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }),
  events: (id, call, text) => [gemini.whole(id, call, text)],
}

const dialects = [messages, responses, completions, gemini]
