import type { MemoryClient } from '../../model/memory.ts'
import { claudeCodeLine } from './claude-code.ts'
import { codexLine } from './codex.ts'
import { commandEventLine } from './command-events.ts'
import { geminiLine } from './gemini.ts'
import { opencodeLine } from './opencode.ts'
import type { TranscriptLine } from './transcript-line.ts'

interface TranscriptFormat {
  /** `undefined` for a line that is damaged or not complete. */
  readonly readLine: (line: string) => TranscriptLine | undefined
  /** Each line names its own session and project; otherwise the first that names one does so for the file. */
  readonly eachLine: boolean
  /** A message is written again when there is more of it; otherwise every line is another message. */
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
