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

/** A line of `~/.claude/projects/<project>/*.jsonl`. */
export function claudeCodeLine(fields: Fields): TranscriptLine {
  return {
    session: nonEmptyText(fields['sessionId']),
    folder: nonEmptyText(fields['cwd']),
    time: timeOf(fields['timestamp']),
    ...(fields['isSidechain'] === true ? { subAgent: true } : {}),
    messages: messagesOf(nonEmptyText(fields['type']), fields['message'], fields['summary']),
  }
}

function messagesOf(type: string | undefined, message: unknown, summary: unknown): readonly ReadMessage[] {
  if (type === 'summary') return messages('assistant', contentTexts(summary))
  if (type !== 'user' && type !== 'assistant') return []
  const { content } = fieldsOf(message)
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block): readonly ReadMessage[] => {
    const fields = fieldsOf(block)
    if (fields['type'] === 'tool_result') return messages('tool', contentTexts(fields['content']))
    if (fields['type'] === 'tool_use') return messages('assistant', [callText(fields['name'], fields['input'])])
    return messages(type, contentTexts(block))
  })
}
