import {
  callText,
  contentTexts,
  fieldsOf,
  messages,
  nonEmptyText,
  textsIn,
  timeOf,
  type Fields,
  type ReadMessage,
  type TranscriptLine,
} from './transcript-line.ts'

/**
 * A line of `~/.gemini/tmp/<project>/chats/*.jsonl`: the head of the session, one message, or `$set`, which may write
 * all of them again. Older versions write one JSON file with all messages.
 */
export function geminiLine(fields: Fields): TranscriptLine {
  const written = fields['messages'] ?? fieldsOf(fields['$set'])['messages'] ?? fields
  return {
    session: nonEmptyText(fields['sessionId']),
    folder: contentTexts(fields['directories'])[0],
    time: timeOf(fields['timestamp'] ?? fields['startTime']),
    ...(fields['kind'] === 'subagent' ? { subAgent: true } : {}),
    messages: (Array.isArray(written) ? written : [written]).flatMap((message) => messagesOf(fieldsOf(message))),
  }
}

function messagesOf(message: Fields): readonly ReadMessage[] {
  const time = timeOf(message['timestamp'])
  const timed = (list: readonly ReadMessage[]): readonly ReadMessage[] => list.map((one) => ({ ...one, time }))
  // Results are read with their calls; the message of the user that repeats them has no text.
  if (message['type'] === 'user') return timed(messages('user', contentTexts(message['content'])))
  if (message['type'] !== 'gemini') return []
  const calls = Array.isArray(message['toolCalls']) ? message['toolCalls'].map(fieldsOf) : []
  return timed([
    ...messages('assistant', contentTexts(message['content'])),
    ...calls.flatMap((call) => [
      ...messages('assistant', [callText(call['name'], call['args'])]),
      ...messages('tool', resultTexts(call['result'])),
    ]),
  ])
}

/** Parts of the Gemini API: the response of a function, or text. */
function resultTexts(result: unknown): readonly string[] {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result]
  return parts.flatMap((part) => {
    const { response } = fieldsOf(fieldsOf(part)['functionResponse'])
    return response === undefined ? contentTexts(part) : textsIn(response)
  })
}
