import { resolve } from 'node:path'
import {
  keptSince,
  memoryToolsFor,
  personConfig,
  type Config,
  type MemoryContext,
  type OfferedTool,
} from '../../app/index.ts'
import { diskFiles } from '../../io/disk/disk-files.ts'
import { systemClock } from '../../io/system.ts'
import { memoryStore } from '../../io/transcripts/memory-store.ts'
import { transcriptFiles } from '../../io/transcripts/transcript-files.ts'
import { storeUrl } from './ports-for.ts'
import { texts, UsageError, type Call, type Terminal } from './verb.ts'

/** Past sessions of the project around the current folder. */
export function memoryFor({ cwd, env }: Pick<Terminal, 'cwd' | 'env'>): MemoryContext & { readonly config: Config } {
  const config = personConfig(diskFiles, env, { workspaces: [], nearby: [cwd] })
  // Without the config it is unknown how long messages may be kept.
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

/** The tools for the served project: that of the first --root, or of the current folder. */
export function memoryToolsAt({ values, terminal }: MemoryCall): readonly OfferedTool[] {
  const [root = '.'] = texts(values['root'])
  return memoryToolsFor(memoryFor({ env: terminal.env, cwd: resolve(terminal.cwd, root) }))
}

interface MemoryCall {
  readonly values: Call['values']
  readonly terminal: Pick<Terminal, 'cwd' | 'env'>
}

/** The same for a server with keys; refused with a store, whose keys may belong to other people. */
export function ownMemoryToolsAt(call: MemoryCall): readonly OfferedTool[] {
  if (storeUrl(call, memoryFor(call.terminal).config) !== undefined)
    throw new UsageError(
      '--memory belongs to one person, and keys of a store may belong to others; remove it, or the store.',
    )
  return memoryToolsAt(call)
}
