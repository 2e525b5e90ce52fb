import { staleness } from '../../distribute/catalog-entries.ts'
import type { DistributionEntry } from '../../model/documents/side-documents.ts'
import type { InstallSource, LockedEntry } from '../../model/distribution/installation.ts'
import type { InstallPlan, InstallRefusal, InstallContext, PlannedEntry } from './install-context.ts'
import { openSource, type OpenedSource } from './open-source.ts'
import { isPlanned, planSource } from './plan-source.ts'

/** Something to install: named by a person, a catalog or the lock. */
export interface InstallRequest {
  readonly subject: string
  readonly source: InstallSource
  /** As the lock states it. */
  readonly written: string
  /** The name in a catalog or the lock. */
  readonly name?: string
  /** Its entry file in the source. */
  readonly path?: string
  /** Exactly this commit. */
  readonly commit?: string
  /** Its entry in the catalog. */
  readonly declared?: DistributionEntry
  /** Its entry in the lock. */
  readonly locked?: LockedEntry
}

/** Reads and checks everything that is requested, each source once. Nothing is written. */
export async function planRequests(world: InstallContext, requests: readonly InstallRequest[]): Promise<InstallPlan> {
  const opened = new Map<string, Promise<OpenedSource>>()
  const planned: PlannedEntry[] = []
  const refused: InstallRefusal[] = []
  for (const request of requests) {
    const { subject, source, commit } = request
    const key = JSON.stringify([{ ...source, path: '' }, commit])
    const opening = opened.get(key) ?? openSource(source, world, commit)
    opened.set(key, opening)
    const found = await opening
    if (!found.ok) {
      refused.push({ subject, code: found.code, message: found.message })
      continue
    }
    for (const one of await planRequest(request, found, world)) {
      if (isPlanned(one)) planned.push(one)
      else refused.push(one)
    }
  }
  return { planned, refused }
}

async function planRequest(
  { subject, source, written, name, path, declared, locked }: InstallRequest,
  { tree, document }: Extract<OpenedSource, { ok: true }>,
  world: InstallContext,
): Promise<readonly (PlannedEntry | InstallRefusal)[]> {
  const inner = path ?? source.path
  const plan = await planSource(
    tree,
    {
      subject,
      source: written,
      ...(name === undefined ? {} : { name }),
      ...(document === undefined ? {} : { document }),
      ...(inner === undefined ? {} : { path: inner }),
    },
    world,
  )
  const dependsOn = declared?.dependsOn ? { dependsOn: declared.dependsOn } : {}
  const catalog = declared ? dependsOn : locked?.catalog
  return Promise.all(
    plan.map(async (one) => {
      if (!isPlanned(one)) return one
      const place = document ?? one.path ?? ''
      const change = declared ? await tree.changeOf?.(place, declared.sourceCommit) : undefined
      const version = one.version === undefined ? {} : { version: one.version }
      const stale = declared ? staleness(declared, { ...change, ...version }) : []
      return { ...one, ...(catalog ? { catalog } : {}), stale }
    }),
  )
}
