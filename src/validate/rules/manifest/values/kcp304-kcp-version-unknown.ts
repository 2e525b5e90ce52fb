import { kcpVersions, latestKcpVersion } from '../../../../model/vocabulary.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §6.1: read with every field that is known, whatever version is declared. */
export const kcpVersionUnknown: ManifestRule = {
  codes: ['KCP304'],
  needs: 'head',
  check({ manifest }, report) {
    const written = manifest.kcpVersion
    if (written === undefined || isKnown(written)) return
    const meant = knownVersion(written)
    const shown = `"${written.slice(0, 60)}"`
    report({
      code: 'KCP304',
      message: `The version ${shown} of the specification is unknown; the manifest is read with every field up to "${latestKcpVersion}".`,
      pointer: '/kcp_version',
      ...(meant === undefined ? {} : { replacement: { title: `Change to "${meant}"`, text: `"${meant}"` } }),
    })
  },
}

const isKnown = (version: string): boolean => kcpVersions.includes(version)

/** `v0.9` and `0.9.0` are `0.9`; nothing else is replaced, least of all a newer version by an older one. */
function knownVersion(written: string): string | undefined {
  const [, minor] = /^\s*v?0\.(\d{1,6})(?:\.0)?\s*$/i.exec(written) ?? []
  if (minor === undefined) return undefined
  const version = `0.${Number(minor)}`
  return isKnown(version) ? version : undefined
}
