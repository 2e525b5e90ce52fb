import { everybody } from '../../distribute/publish/why-not-public.ts'
import type { Approvals, Usage } from '../../model/ports.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { remoteRequester } from '../open/remote.ts'

/** The client name of requests without a credential; all other names have a colon. */
export const nobody = 'anonymous'

/** Approvals expire after a day and never open anything to everybody. */
const noApprovals: Approvals = { find: () => [], save: () => undefined, stamp: () => '' }

export const readerForEverybody = (reader: Reader, usage: Usage = reader.ports.usage): Reader => ({
  ...reader,
  requester: remoteRequester(everybody, reader.restraints),
  ports: { ...reader.ports, approvals: noApprovals, usage },
})
