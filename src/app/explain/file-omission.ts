import { findNamed } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Omission } from '../../model/reading/read.ts'
import { changedFile } from '../../select/texts/granted-text.ts'
import { digest } from '../../text/bytes/digest.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import type { ExplainOptions, Explanation } from './explain.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { grantFor } from '../decide/standing.ts'
import { changesSinceGrants } from '../grants/changes-since-grant.ts'
import { commandsForOmitted } from '../shared/opening-commands.ts'
import { folderUnits } from '../shared/folder-units.ts'

/** The explanation of what every gate allows, with what a read omits of it. */
export function withOmission(
  explanation: Explanation,
  catalog: Catalog,
  { commands }: Pick<ExplainOptions, 'commands'>,
  reader: Reader,
): Explanation {
  const omission = fileOmission(catalog, explanation.ref, { ...reader, requester: explanation.requester })
  if (!omission) return explanation
  return {
    ...explanation,
    omission,
    ...(commands ? { commands: commandsForOmitted(catalog, [omission], commands) } : {}),
  }
}

/** Why a read omits files of an allowed entry: they are missing, changed since the grant, or in a closed folder. */
function fileOmission(catalog: Catalog, written: string, reader: Reader): Omission | undefined {
  const { files, grants } = reader.ports
  const { ref = '', entry, unit } = findNamed(catalog, written) ?? {}
  if (entry?.document.kind === 'pack') {
    const changes = changesSinceGrants(catalog, [entry], reader).get(ref)
    return changes === undefined ? undefined : { ref, reason: 'changed', detail: `${changes}.` }
  }
  if (!entry || !unit || pathProblem(unit.path)) return undefined
  const path = normalizePath(unit.path)
  const folder = folderUnits(files)(entry.found, path)
  if (folder) return folder.closed === undefined ? undefined : { ref, path, reason: 'refused', detail: folder.closed }
  const read = files.read(entry.found.folder, path, { limit: limits.contentBytes })
  if (!read.ok) return read.trouble === 'missing' ? { ref, path, reason: 'unreadable', detail: read.detail } : undefined
  const granted = grantFor(grants, entry)?.files
  return granted && granted[path] !== digest(read.bytes) ? { ref, path, ...changedFile } : undefined
}
