import { compileRun } from '../../author/compile/compile-run.ts'
import { migratePack, type Migration } from '../../author/pack-upkeep/migrate-pack.ts'
import { hashOf } from '../../text/bytes/digest.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { version } from '../../version.ts'
import { openAuthoredPack, writeRecord, type AuthorPorts } from './authored-pack.ts'

interface Migrated {
  readonly pack: string | undefined
  readonly migrations: readonly Migration[]
  readonly record?: string
  readonly refused?: string
}

/** Adds what newer versions of the standard require a pack to declare, and records it (AK-350 to AK-354). */
export function migrateAuthored(ports: AuthorPorts, root: string, { dryRun }: { readonly dryRun: boolean }): Migrated {
  const authored = openAuthoredPack(ports.files, root)
  const pack = authored.pack?.name
  if (!authored.pack)
    return { pack, migrations: [], refused: 'The frontmatter is invalid; "lorefence validate ." shows why.' }
  const migrations = migratePack(authored.reading, authored.folder)
  if (dryRun || migrations.length === 0) return { pack, migrations }
  const encoder = new TextEncoder()
  for (const { path, after } of migrations) {
    const read = authored.folder.bytes(path)
    const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
    if (!read.ok || !decoded?.ok) throw new Error(`"${path}" cannot be read.`)
    const bytes = encoder.encode(`${decoded.bom ? '\uFEFF' : ''}${after}`)
    const replaced = ports.replace(root, path, { before: read.bytes, after: bytes })
    if (!replaced.ok) throw new Error(`"${path}" was not changed. ${replaced.detail}`)
  }
  const record = writeRecord(ports, root, 'compile', (runId) =>
    compileRun({
      runId,
      trigger: 'migration',
      tool: { tool: 'lorefence migrate', version },
      pack: authored.pack,
      inputs: migrations.map(({ path, before }) => ({ path, sha256: hashOf(encoder.encode(before), 'sha256') })),
      files: migrations.map(({ path }) => ({ path, operation: 'updated' })),
      gates: [],
      untraceable: [],
      suggested: undefined,
    }),
  )
  return { pack, migrations, record }
}
