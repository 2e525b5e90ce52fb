import type { MemoryClient } from '../../model/memory.ts'
import { claudeCodeLine } from './claude-code.ts'
import { codexLine } from './codex.ts'
import { geminiLine } from './gemini.ts'
import { opencodeLine } from './opencode.ts'
import { fieldsOfLine, messages, textOf, timeOf, type TranscriptLine } from './transcript-line.ts'

interface TranscriptFormat {
  /** `undefined` for a line that is damaged or not complete. */
  readonly readLine: (line: string) => TranscriptLine | undefined
  /** Each line names its session and project; otherwise the first line that names one applies to the whole file. */
  readonly eachLine: boolean
  /** A message is written again as it grows; otherwise every line is another message. */
  readonly repeats: boolean
}

/** One row per client. */
export const transcriptFormats: Readonly<Record<MemoryClient, TranscriptFormat>> = {
  'claude-code': { readLine: claudeCodeLine, eachLine: false, repeats: false },
  codex: { readLine: codexLine, eachLine: false, repeats: false },
  gemini: { readLine: geminiLine, eachLine: false, repeats: true },
  opencode: { readLine: opencodeLine, eachLine: true, repeats: true },
  commands: { readLine: commandEventLine, eachLine: true, repeats: false },
}

/** A line of `~/.kcp/events.jsonl` (KCP Appendix D). */
function commandEventLine(line: string): TranscriptLine | undefined {
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
