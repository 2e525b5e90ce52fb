import type { MemoryClient } from '../../model/records/memory.ts'
import { claudeCodeLine } from './claude-code.ts'
import { codexLine } from './codex.ts'
import { geminiLine } from './gemini.ts'
import { opencodeLine } from './opencode.ts'
import { fieldsOfLine, messages, nonEmptyText, timeOf, type Fields, type TranscriptLine } from './transcript-line.ts'

interface TranscriptFormat {
  /** `undefined` for a line that is damaged or not complete. */
  readonly readLine: (line: string) => TranscriptLine | undefined
  /** Each line names its session and project; otherwise the first line that names one applies to the whole file. */
  readonly eachLine: boolean
  /** A message is written again as it grows; otherwise every line is another message. */
  readonly repeats: boolean
}

const parsed =
  (read: (fields: Fields) => TranscriptLine): TranscriptFormat['readLine'] =>
  (line) => {
    const fields = fieldsOfLine(line)
    return fields && read(fields)
  }

/** One row per client. */
export const transcriptFormats: Readonly<Record<MemoryClient, TranscriptFormat>> = {
  'claude-code': { readLine: parsed(claudeCodeLine), eachLine: false, repeats: false },
  codex: { readLine: parsed(codexLine), eachLine: false, repeats: false },
  gemini: { readLine: parsed(geminiLine), eachLine: false, repeats: true },
  opencode: { readLine: parsed(opencodeLine), eachLine: true, repeats: true },
  commands: { readLine: parsed(commandEventLine), eachLine: true, repeats: false },
}

/** A line of `~/.kcp/events.jsonl` (KCP Appendix D). */
function commandEventLine(fields: Fields): TranscriptLine {
  const command = nonEmptyText(fields['command'])
  return {
    session: nonEmptyText(fields['session_id']),
    folder: nonEmptyText(fields['project_dir']),
    time: timeOf(fields['ts']),
    messages: command === undefined ? [] : messages('command', [command]),
  }
}
