import {
  keptSince,
  memoryToolsFor,
  personConfig,
  type Config,
  type MemoryContext,
  type OfferedMemoryTool,
} from '../../app/index.ts'
import { diskFiles } from '../../io/disk/disk-files.ts'
import { systemClock } from '../../io/system.ts'
import { memoryStore } from '../../io/transcripts/memory-store.ts'
import { transcriptFiles } from '../../io/transcripts/transcript-files.ts'
import { UsageError, type Terminal } from './verb.ts'

/** Past sessions of the project around the current folder. */
export function memoryFor({ cwd, env }: Pick<Terminal, 'cwd' | 'env'>): MemoryContext & { readonly config: Config } {
  const config = personConfig(diskFiles, env, { workspaces: [], nearby: [cwd] })
  // Without the config nobody knows how long messages may be kept.
  if (config.trouble) throw new UsageError(config.trouble.message)
  const ports = { store: memoryStore(env), transcripts: transcriptFiles(env) }
  const project = ports.transcripts.projectOf(cwd)
  return {
    config,
    ports,
    scope() {
      const since = keptSince(systemClock.now(), config.memoryDays)
      return { project, ...(since === undefined ? {} : { since }) }
    },
  }
}

export const memoryToolsAt = (terminal: Pick<Terminal, 'cwd' | 'env'>): readonly OfferedMemoryTool[] =>
  memoryToolsFor(memoryFor(terminal))
