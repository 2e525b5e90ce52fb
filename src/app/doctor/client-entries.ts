import type { Client, ClientSurroundings } from '../../author/clients/client.ts'
import { clients } from '../../author/clients/clients.ts'
import type { Files } from '../../model/ports.ts'
import { findRegistration, isUsed } from '../integrate/integrate.ts'
import type { Check, CheckItem } from './check.ts'

/** Each client on this machine: whether it has an entry for the server, and whether its command exists. */
export const clientEntries: Check = {
  id: 'clients',
  title: 'Clients and their server entries',
  look: ({ surroundings, ports: { files } }) =>
    surroundings ? clients.flatMap((client) => itemsOf(client, surroundings, files)) : [],
}

function itemsOf(client: Client, surroundings: ClientSurroundings, files: Files): readonly CheckItem[] {
  if (!isUsed(files, client, surroundings)) return []
  const { root, file, found } = findRegistration(files, client, client.userPlace(surroundings))
  const about = { ref: `client:${client.id}`, path: `${root}/${file}` }
  const command = `lorefence integrate ${client.id}`
  if (found.state === 'unreadable')
    return [{ state: 'fix', ...about, detail: `Its settings cannot be edited. ${found.detail}` }]
  if (found.state === 'absent')
    return [
      {
        state: 'note',
        ...about,
        detail: 'It is used on this machine and has no entry for this server.',
        command: 'lorefence integrate all',
      },
    ]
  if (found.command === undefined) return [{ state: 'fix', ...about, detail: 'Its entry has no command.', command }]
  const gone = startedFiles(found.command).filter((started) => files.kindOf(started) !== 'file')
  return gone.map((started) => ({
    state: 'fix',
    ...about,
    detail: `It starts "${started}", which does not exist.`,
    command,
  }))
}

/** The program and, if it is an interpreter, the script: the absolute paths before our verb. */
function startedFiles(command: readonly string[]): readonly string[] {
  const verb = command.indexOf('mcp')
  return command.slice(0, verb < 0 ? 1 : verb).filter((word) => /^(?:\/|[A-Za-z]:[\\/])/.test(word))
}
