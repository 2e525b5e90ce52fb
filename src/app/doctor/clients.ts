import type { Client, Surroundings } from '../../author/clients/client.ts'
import { clients as knownClients } from '../../author/clients/clients.ts'
import type { Files } from '../../model/ports.ts'
import { findRegistration, isUsed } from '../integrate/integrate.ts'
import type { Check, CheckItem } from './check.ts'

/** Each client on this machine: whether it knows the server, and whether what it would start is still there. */
export const clients: Check = {
  id: 'clients',
  title: 'Clients and what they start',
  look: ({ surroundings, ports: { files } }) =>
    surroundings ? knownClients.flatMap((client) => itemsOf(client, surroundings, files)) : [],
}

function itemsOf(client: Client, surroundings: Surroundings, files: Files): readonly CheckItem[] {
  if (!isUsed(files, client, surroundings)) return []
  const { root, file, found } = findRegistration(files, client, client.userPlace(surroundings))
  const about = { ref: `client:${client.id}`, path: `${root}/${file}` }
  const command = `lorefence integrate ${client.id}`
  if (found.state === 'unreadable')
    return [{ state: 'mend', ...about, detail: `Its settings cannot be edited. ${found.detail}` }]
  if (found.state === 'absent')
    return [
      {
        state: 'note',
        ...about,
        detail: 'It was used here and does not know this server.',
        command: 'lorefence integrate all',
      },
    ]
  if (found.command === undefined) return [{ state: 'mend', ...about, detail: 'Its entry starts nothing.', command }]
  const gone = startedFiles(found.command).filter((started) => files.kindOf(started) !== 'file')
  return gone.map((started) => ({
    state: 'mend',
    ...about,
    detail: `It starts "${started}", which is not there.`,
    command,
  }))
}

/** The program and, where that is an interpreter, the script: words before our verb that are absolute paths. */
function startedFiles(command: readonly string[]): readonly string[] {
  const verb = command.indexOf('mcp')
  return command.slice(0, verb < 0 ? 1 : verb).filter((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word))
}
