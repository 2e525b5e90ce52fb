import type { FederatedManifest } from '../../../../model/documents/manifest.ts'
import { readManifest } from '../../../../parse/manifest/manifest.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { satisfiesPin } from '../../../../text/notations/semver.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { mappingsIn } from '../../../manifest-facts/declared.ts'
import type { Folder } from '../../../folder.ts'
import type { ManifestRule } from '../../../rule.ts'
import { mirrorProblem } from '../paths/kcp50x-written-paths.ts'

/** KCP §3.6: a pin is compared with the local mirror; nothing is fetched, and an unverified pin is reported. */
export const versionPin: ManifestRule = {
  codes: ['KCP705', 'KCP706'],
  needs: 'files-if-given',
  check({ raw, manifest }, report, folder) {
    const places = [...mappingsIn(raw['manifests'], ['manifests'])]
    for (const [position, entry] of (manifest.manifests ?? []).entries()) {
      const { versionPin: pin, versionPolicy = 'compatible' } = entry
      if (pin === undefined) continue
      const at = pointer(...(places[position]?.path ?? []), 'version_pin')
      const mirror = mirroredVersion(entry, folder)
      const verdict = mirror.version === undefined ? undefined : satisfiesPin(mirror.version, pin, versionPolicy)
      if (verdict === undefined) {
        report({
          code: 'KCP705',
          message: `The version pin ${showValue(pin)} was not verified: ${mirror.reason}.`,
          pointer: at,
        })
      } else if (!verdict) {
        report({
          code: 'KCP706',
          message:
            `The local mirror has the version ${showValue(mirror.version)}, ` +
            `which does not satisfy the pin ${showValue(pin)} (${versionPolicy}).`,
          pointer: at,
        })
      }
    }
  },
}

interface MirroredVersion {
  readonly version?: string
  /** Why the pin cannot be compared. */
  readonly reason: string
}

function mirroredVersion({ localMirror }: FederatedManifest, folder: Folder | undefined): MirroredVersion {
  if (localMirror === undefined || mirrorProblem(localMirror))
    return { reason: 'there is no local mirror, and nothing was fetched' }
  const text = folder?.content(localMirror)
  if (text === undefined) return { reason: 'the local mirror could not be read, and nothing was fetched' }
  const version = readManifest(text, localMirror).manifest?.version
  if (version === undefined) return { reason: 'the local mirror declares no version' }
  return { version, reason: 'it cannot be compared with the version of the local mirror' }
}
