import type { PushedFile, PushedFiles, PushedRevision } from '../../model/records/push.ts'
import type { Database, TransactionSql } from './connect.ts'

/** Any number that nothing else in the database locks. */
const lock = 7_434_019
/** How many revisions keep their contents, for servers that still read an older one. */
const keptRevisions = 8
/** How many days computed results are stored, which servers can compute again. */
const keptDays = 30
/** Limits of one statement: files, and bytes of their contents. */
const [mostFiles, mostBytes] = [1_000, 8 * 1024 * 1024]

/**
 * Makes these files the newest revision of a workspace, in one transaction. Only contents that the store lacks are
 * sent, and contents of no stored revision are removed. Pushes wait for each other.
 */
export async function pushFiles(
  { sql, trouble }: Database,
  workspace: string,
  { files, bytesOf }: PushedFiles,
): Promise<PushedRevision> {
  try {
    return await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`select pg_advisory_xact_lock(${lock})`
      await tx`insert into lorefence.workspaces (name) values (${workspace}) on conflict do nothing`
      const [known] = await tx<
        { revision: number }[]
      >`select revision from lorefence.workspaces where name = ${workspace}`
      const before = await tx<{ path: string; digest: string | null; target: string | null }[]>`
        select path, digest, target from lorefence.workspace_files where workspace = ${workspace} and until is null`
      const stored = new Map(before.map(({ path, digest, target }) => [path, digest ?? `to ${target}`]))
      const added = [...files].filter(([path, file]) => stored.get(path) !== identityOf(file))
      const removed = [...stored].flatMap(([path, own]) => (identityOf(files.get(path)) === own ? [] : [path]))
      const revision = known?.revision ?? 0
      if (added.length + removed.length === 0) return { revision, sent: 0, sentBytes: 0, changed: 0 }
      const next = revision + 1
      const sent = await sendContents(tx, [...new Set(added.flatMap(([, { digest }]) => digest ?? []))], bytesOf)
      await tx`update lorefence.workspace_files set until = ${next}
        where workspace = ${workspace} and until is null and path = any(${removed}::text[])`
      for (const part of inParts(added, mostFiles)) await addRows(tx, workspace, next, part)
      await tx`update lorefence.workspaces set revision = ${next}, pushed = now() where name = ${workspace}`
      await removeOld(tx, workspace, next)
      await tx`select pg_notify('lorefence', 'workspaces')`
      const changed = new Set([...added.map(([path]) => path), ...removed]).size
      return { revision: next, ...sent, changed }
    })
  } catch (error) {
    throw trouble(error)
  }
}

const identityOf = (file: PushedFile | undefined): string | undefined => file && (file.digest ?? `to ${file.target}`)

async function sendContents(
  tx: TransactionSql,
  digests: readonly string[],
  bytesOf: PushedFiles['bytesOf'],
): Promise<{ readonly sent: number; readonly sentBytes: number }> {
  const there = await tx<
    { digest: string }[]
  >`select digest from lorefence.contents where digest = any(${digests}::text[])`
  const known = new Set(there.map(({ digest }) => digest))
  const missing = digests.filter((digest) => !known.has(digest))
  let sentBytes = 0
  let waiting: { digest: string; bytes: Uint8Array }[] = []
  let size = 0
  const send = async (): Promise<void> => {
    if (waiting.length > 0) await tx`insert into lorefence.contents ${tx(waiting, 'digest', 'bytes')}`
    waiting = []
    size = 0
  }
  for (const digest of missing) {
    const bytes = bytesOf(digest)
    waiting.push({ digest, bytes })
    size += bytes.length
    sentBytes += bytes.length
    if (size >= mostBytes || waiting.length >= mostFiles) await send()
  }
  await send()
  return { sent: missing.length, sentBytes }
}

async function addRows(
  tx: TransactionSql,
  workspace: string,
  since: number,
  files: readonly (readonly [path: string, file: PushedFile])[],
): Promise<void> {
  const rows = files.map(([path, { digest = null, size = null, target = null }]) => ({
    workspace,
    path,
    since,
    digest,
    size,
    target,
  }))
  await tx`insert into lorefence.workspace_files ${tx(rows, 'workspace', 'path', 'since', 'digest', 'size', 'target')}`
}

async function removeOld(tx: TransactionSql, workspace: string, revision: number): Promise<void> {
  await tx`delete from lorefence.workspace_files where workspace = ${workspace} and until <= ${revision - keptRevisions}`
  const gone = await tx<{ digest: string }[]>`
    delete from lorefence.contents where not exists (
      select from lorefence.workspace_files where workspace_files.digest = contents.digest) returning digest`
  if (gone.length > 0) {
    const texts = await tx<{ number: number }[]>`
      delete from lorefence.indexed_texts where digest = any(${gone.map(({ digest }) => digest)}::text[]) returning number`
    const numbers = texts.map(({ number }) => number)
    await tx`delete from lorefence.postings where text = any(${numbers}::integer[])`
  }
  await tx`delete from lorefence.results where stored < now() - make_interval(days => ${keptDays})`
}

/**
 * Lets reads use indexes without looking at the table. Only its owner may; elsewhere PostgreSQL does it after a while.
 */
export async function tidyWords({ sql }: Database): Promise<void> {
  await sql`vacuum (analyze) lorefence.postings`.catch(() => undefined)
}

function inParts<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, i) => all.slice(i * most, (i + 1) * most))
}
