import { fieldsOfLine, messages, textOf, timeOf, type TranscriptLine } from './transcript-line.ts'

/** A line of `~/.kcp/events.jsonl` (KCP Appendix D). */
export function commandEventLine(line: string): TranscriptLine | undefined {
  const fields = fieldsOfLine(line)
  if (!fields) return undefined
  const command = textOf(fields['command'])
  return {
    session: textOf(fields['session_id']),
    folder: textOf(fields['project_dir']),
    time: timeOf(fields['ts']),
    messages: command === undefined ? [] : messages('command', [command]),
  }
}
