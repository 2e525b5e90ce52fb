import { memoryPorts } from '../../io/memory/memory-ports.ts'
import { systemClock } from '../../io/system.ts'
import type { Files } from '../../model/ports.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import type { SignaturePolicy } from '../../model/documents/signature.ts'
import { workspaceConfigFile } from '../open/config-file.ts'
import { ownMachine, tightest, underCeiling } from '../open/config.ts'
import { openKnowledge, type Knowledge } from '../open/open.ts'

/**
 * One workspace with every entry granted and nothing recorded on disk: the result depends only on the repository and on
 * the signatures that the user of this machine requires. All gates except trust decide as usual.
 */
export function openUnrecorded(
  files: Files,
  root: string,
  {
    requester = ownMachine,
    signatures,
  }: { readonly requester?: Requester; readonly signatures?: SignaturePolicy } = {},
): Promise<Knowledge> {
  const restraints = {
    ...tightest([workspaceConfigFile(files, root).value ?? {}]),
    ...(signatures ? { signatures } : {}),
  }
  return openKnowledge({
    roots: [root],
    trustAll: true,
    requester: underCeiling(requester, restraints),
    restraints,
    ports: { ...memoryPorts(files), clock: systemClock },
  })
}
