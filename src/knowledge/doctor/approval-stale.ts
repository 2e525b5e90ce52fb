import type { CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { digest } from '../../text/digest.ts'
import { grantableFiles } from '../decide/grant.ts'
import type { Check, CheckItem } from './check.ts'

/** Entries that are no longer what was granted, file by file (AK-118). Reads on purpose; shows names, never text. */
export const approvalStale: Check = {
  id: 'approval-stale',
  title: 'Entries that changed since they were granted',
  look: ({ used, ports, commands }) =>
    used.flatMap((entry): CheckItem[] => {
      const { ref, found } = entry
      const grant = found.scope === 'builtin' ? undefined : ports.grants.find(found.folder)
      if (!grant || grant.follow) return []
      const changes = changesSince(grant, entry, ports.files)
      return changes.length === 0 ? [] : [{ state: 'mend', ref, path: found.path, detail: `${changes.join('; ')}. Look at it, then grant it again.`, command: commands.trust(found) }]
    }),
}

function changesSince({ files: granted = {} }: Grant, { found, document }: CatalogEntry, files: Files): readonly string[] {
  const changed: string[] = []
  const added: string[] = []
  const missing = Object.keys(granted).filter((file) => belongsTo(document.kind, file) && files.kindOf(`${found.folder}/${file}`) === undefined)
  for (const file of grantableFiles(files, { found, document })) {
    const read = files.read(found.folder, file, { limit: limits.contentBytes })
    const isGranted = Object.hasOwn(granted, file)
    if (isGranted && (read.ok ? granted[file] !== digest(read.bytes) : read.trouble !== 'missing')) changed.push(file)
    // What cannot be read cannot be granted either; "trust" says so.
    if (!isGranted && read.ok) added.push(file)
  }
  return [...named('changed', changed), ...named('new', added), ...named('missing', missing)]
}

/** A pack and a manifest may share a folder and so a grant; the entry file of the other is not missed here. */
const belongsTo = (kind: CatalogEntry['document']['kind'], file: string): boolean => file !== (kind === 'pack' ? 'knowledge.yaml' : 'KNOWLEDGE.md')

const shownFiles = 5

function named(what: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return []
  const more = files.length > shownFiles ? ` and ${files.length - shownFiles} more` : ''
  return [`${what}: ${files.slice(0, shownFiles).map((file) => `"${file}"`).join(', ')}${more}`]
}
