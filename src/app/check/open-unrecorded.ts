import { memoryPorts } from '../../io/memory/memory-ports.ts'
import { systemClock } from '../../io/system.ts'
import type { Files } from '../../model/ports.ts'
import type { Requester } from '../../model/requester.ts'
import { workspaceConfigFile } from '../open/config-file.ts'
import { ownMachine, tightest, underCeiling } from '../open/config.ts'
import { openKnowledge, type Knowledge } from '../open/open.ts'

/**
 * One workspace with every entry granted and nothing recorded on disk: the result depends on the repository, not on the
 * machine. All gates but trust decide as usual.
 */
export function openUnrecorded(files: Files, root: string, requester: Requester = ownMachine): Promise<Knowledge> {
  const restraints = tightest([workspaceConfigFile(files, root).value ?? {}])
  return openKnowledge({
    roots: [root],
    trustAll: true,
    requester: underCeiling(requester, restraints),
    restraints,
    ports: { ...memoryPorts(files), clock: systemClock },
  })
}
