import { everybody } from '../../distribute/publish/why-not-public.ts'
import type { Approvals, Usage } from '../../model/ports.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { remoteRequester } from '../open/remote.ts'

/** The client of requests without a credential; names of others have a colon. */
export const nobody = 'anonymous'

/** Approvals are about certain requests and end after a day; none of them opens anything to everybody. */
const noApprovals: Approvals = { find: () => [], save: () => undefined, stamp: () => '' }

export const readerForEverybody = (reader: Reader, usage: Usage = reader.ports.usage): Reader => ({
  ...reader,
  requester: remoteRequester(everybody, reader.restraints),
  ports: { ...reader.ports, approvals: noApprovals, usage },
})
