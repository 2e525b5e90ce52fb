import {
  callText,
  contentTexts,
  fieldsOf,
  fieldsOfLine,
  messages,
  nonEmptyText,
  timeOf,
  type Fields,
  type ReadMessage,
  type TranscriptLine,
} from './transcript-line.ts'

/** A line of `~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl`; older versions have no `payload`. */
export function codexLine(fields: Fields): TranscriptLine {
  const payload = fields['payload'] === undefined ? fields : fieldsOf(fields['payload'])
  const isMeta = fields['type'] === 'session_meta' || fields['type'] === undefined
  return {
    // A sub-agent is a thread of the session that started it.
    session: isMeta
      ? (nonEmptyText(payload['session_id']) ??
        nonEmptyText(payload['parent_thread_id']) ??
        nonEmptyText(payload['id']))
      : undefined,
    folder: nonEmptyText(payload['cwd']),
    time: timeOf(fields['timestamp']),
    ...(fieldsOf(payload['source'])['subagent'] === undefined ? {} : { subAgent: true }),
    // Events repeat the items.
    messages: fields['type'] === 'event_msg' ? [] : messagesOf(payload, fields['type']),
  }
}

function messagesOf(item: Fields, lineType: unknown): readonly ReadMessage[] {
  if (lineType === 'compacted') return messages('assistant', contentTexts(item['message']))
  switch (item['type']) {
    case 'message':
      return item['role'] === 'user' || item['role'] === 'assistant'
        ? messages(item['role'], contentTexts(item['content']))
        : []
    case 'function_call':
      return messages('assistant', [
        callText(item['name'], fieldsOfLine(String(item['arguments'])) ?? item['arguments']),
      ])
    case 'custom_tool_call':
      return messages('assistant', [callText(item['name'], item['input'])])
    case 'local_shell_call':
      return messages('assistant', [callText('shell', [fieldsOf(item['action'])['command']].flat().join(' '))])
    case 'function_call_output':
    case 'custom_tool_call_output':
      return messages('tool', outputTexts(item['output']))
    default:
      return []
  }
}

/** A text, blocks, or either of them as `content`; some versions write this object as the text of one. */
function outputTexts(output: unknown): readonly string[] {
  const written = typeof output === 'string' ? fieldsOfLine(output) : undefined
  const inner = nonEmptyText(written?.['output']) ?? fieldsOf(output)['content']
  return contentTexts(inner ?? output)
}
