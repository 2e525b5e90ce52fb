import {
  callText,
  contentTexts,
  fieldsOf,
  messages,
  nonEmptyText,
  timeOf,
  type Fields,
  type ReadMessage,
  type TranscriptLine,
} from './transcript-line.ts'

/** A row of the table `part` of OpenCode's database, with its session and the role of its message. */
export function opencodeLine(fields: Fields): TranscriptLine {
  return {
    session: nonEmptyText(fields['session']),
    folder: nonEmptyText(fields['folder']),
    time: timeOf(fields['time']),
    subAgent: fields['subAgent'] === true,
    messages: messagesOf(fields['role'], fields['part']),
  }
}

function messagesOf(role: unknown, written: unknown): readonly ReadMessage[] {
  const part = fieldsOf(written)
  if (part['type'] === 'text') {
    // Text that the client adds to a message, such as a file that the user named.
    if (part['synthetic'] === true) return messages('tool', contentTexts(part))
    return messages(role === 'assistant' ? 'assistant' : 'user', contentTexts(part))
  }
  if (part['type'] === 'subtask') return messages('user', contentTexts(part['prompt']))
  if (part['type'] !== 'tool') return []
  const { input, output, error } = fieldsOf(part['state'])
  return [
    ...messages('assistant', [callText(part['tool'], input)]),
    ...messages('tool', [...contentTexts(output), ...contentTexts(error)]),
  ]
}
