import type { DistributionEntry } from '../model/side-documents.ts'
import type { SourceChange } from '../model/installation.ts'
import { asDate } from '../text/notations.ts'
import { semverOrder } from '../text/semver-order.ts'

/** What is known of the source and of the installed manifest. */
export interface Installed extends SourceChange {
  readonly version?: string
}

/** Why an entry of a catalog is stale (KCP Catalog §8); it is used all the same. */
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
