import type { AuthoredPack } from './authored-pack.ts'
import { writeRecord } from './authored-pack.ts'
import { entryFile } from './authored-pack.ts'
import { openAuthoredPack } from './authored-pack.ts'
import { withField } from '../../author/pack-upkeep/set-field.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { PackStatus } from '../../model/tables/vocabulary.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import type { AuthorPorts } from './authored-pack.ts'
import { findingsIn } from './make-outputs.ts'

interface StatusChange {
  readonly to: PackStatus
  /** Who decided, and why. */
  readonly by: string
  readonly note: string
  /** A person decided, not a script. */
  readonly byHuman: boolean
  readonly dryRun: boolean
}

export interface ChangedStatus {
  readonly pack: string | undefined
  readonly trust: string | undefined
  readonly from: string | undefined
  readonly to: PackStatus
  readonly before: Uint8Array
  /** Absent if nothing changes. */
  readonly after?: Uint8Array
  readonly record?: string
  /** Why the status stays as it is. */
  readonly refused?: string
  /** Errors that a ready pack must not have. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Changes the status of a pack in its frontmatter, and records who did it, when and why (AK-128, AK-129). */
export function setStatus(ports: AuthorPorts, root: string, change: StatusChange): ChangedStatus {
  const authored = openAuthoredPack(ports.files, root)
  const from = authored.pack?.status ?? authored.reading.head?.status
  const { to, by, note } = change
  const errors = findingsIn(authored, authored.folder).filter(({ severity }) => severity === 'error')
  const about = {
    pack: authored.pack?.name,
    trust: authored.pack?.trust,
    from,
    to,
    before: authored.guide,
    diagnostics: to === 'ready' ? errors : [],
  }
  const refused = refusal(change, errors)
  if (refused !== undefined) return { ...about, refused }
  if (from === to) return about
  const after = rewritten(authored, to)
  if (!after) return { ...about, refused: 'The frontmatter has no "status" on one line; correct it by hand.' }
  if (change.dryRun) return { ...about, after }
  const replaced = ports.replace(root, entryFile, { before: authored.guide, after })
  if (!replaced.ok) throw new Error(`"${entryFile}" was not changed. ${replaced.detail}`)
  const time = ports.clock.now().toISOString()
  const record = writeRecord(ports, root, 'review', (run_id) => ({
    run_id,
    command: 'status',
    pack: authored.pack?.name ?? null,
    from: from ?? null,
    to,
    by,
    note,
    time,
    by_human: change.byHuman,
    findings: [],
  }))
  return { ...about, after, record }
}

function refusal({ to, byHuman }: StatusChange, errors: readonly Diagnostic[]): string | undefined {
  if (to === 'archived' && !byHuman) return 'Only a person archives a pack. If you decided it, add --by-human.'
  if (to === 'ready' && errors.length > 0) return 'A pack with errors is not ready.'
  return undefined
}

function rewritten({ reading, guide }: AuthoredPack, status: PackStatus): Uint8Array | undefined {
  const text = withField(reading, 'status', status)
  const decoded = decodeUtf8(guide)
  if (text === undefined || !decoded.ok) return undefined
  return new TextEncoder().encode(`${decoded.bom ? '\uFEFF' : ''}${text}`)
}
