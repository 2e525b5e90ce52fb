import type { DistributionEntry } from '../model/documents/side-documents.ts'
import type { SourceChange } from '../model/distribution/installation.ts'
import { asDate } from '../text/notations/dates.ts'
import { semverOrder } from '../text/notations/semver.ts'

/** Known facts about the source and the installed manifest. */
interface Installed extends SourceChange {
  readonly version?: string
}

/** Why an entry of a catalog is stale (KCP Catalog §8); it is used nevertheless. */
export function staleness(
  { version, generated, sourceCommit }: Pick<DistributionEntry, 'version' | 'generated' | 'sourceCommit'>,
  installed: Installed,
): readonly string[] {
  const day = generated === undefined ? undefined : asDate(String(generated))
  const isShort = sourceCommit !== undefined && sourceCommit.length < 40
  const isOther =
    sourceCommit !== undefined &&
    installed.commit !== undefined &&
    (isShort ? !installed.commit.startsWith(sourceCommit) : installed.commit !== sourceCommit)
  return [
    ...(isOther ? [`its source changed in commit ${installed.commit}, after ${sourceCommit}`] : []),
    ...(day !== undefined && installed.date !== undefined && installed.date > day
      ? [`its source changed on ${installed.date}, after ${day}`]
      : []),
    ...(version !== undefined && installed.version !== undefined && (semverOrder(installed.version, version) ?? 0) < 0
      ? [`its version is ${installed.version}, lower than ${version} in the catalog`]
      : []),
  ]
}

/** Each entry after its dependencies (KCP Catalog §6), otherwise as declared. Cycles are refused earlier. */
export function installOrder<Entry extends { readonly name: string; readonly dependsOn?: readonly string[] }>(
  entries: readonly Entry[],
): readonly Entry[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const ordered = new Set<Entry>()
  for (const start of entries) {
    const path = [{ entry: start, next: 0 }]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const name = top.entry.dependsOn?.[top.next++]
      const needed = name === undefined ? undefined : byName.get(name)
      if (name === undefined) {
        ordered.add(top.entry)
        path.pop()
      } else if (needed && !ordered.has(needed) && !path.some(({ entry }) => entry === needed))
        path.push({ entry: needed, next: 0 })
    }
  }
  return [...ordered]
}
