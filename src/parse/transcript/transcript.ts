import type { MemoryClient } from '../../model/memory.ts'
import { claudeCodeLine } from './claude-code.ts'
import { codexLine } from './codex.ts'
import { commandEventLine } from './command-events.ts'
import type { TranscriptLine } from './transcript-line.ts'

interface TranscriptFormat {
  /** `undefined` for a line that is damaged or not complete. */
  readonly readLine: (line: string) => TranscriptLine | undefined
  /** Each line names its own session and project; otherwise the first that names one does so for the file. */
  readonly eachLine: boolean
}

/** One row per client. */
export const transcriptFormats: Readonly<Record<MemoryClient, TranscriptFormat>> = {
  'claude-code': { readLine: claudeCodeLine, eachLine: false },
  codex: { readLine: codexLine, eachLine: false },
  commands: { readLine: commandEventLine, eachLine: true },
}
