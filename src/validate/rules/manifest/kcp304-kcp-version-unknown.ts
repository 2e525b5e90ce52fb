import { currentKcpVersion, kcpVersions } from '../../../model/vocabulary.ts'
import type { ManifestRule } from '../../rule.ts'

/** KCP §6.1: read by the closest known version, with a warning. All known versions behave alike. */
export const kcpVersionUnknown: ManifestRule = {
  codes: ['KCP304'],
  needs: 'head',
  check({ manifest }, report) {
    const written = manifest.kcpVersion
    if (written === undefined || isKnown(written)) return
    const closest = closestVersion(written)
    const shown = `"${written.slice(0, 60)}"`
    const same =
      written
        .trim()
        .replace(/^v/i, '')
        .replace(/^(\d+\.\d+)\.0$/, '$1') === closest
    report({
      code: 'KCP304',
      message: `The version ${shown} of the specification is unknown; the manifest is read as "${closest}".`,
      pointer: '/kcp_version',
      ...(same ? { replacement: { title: `Change to "${closest}"`, text: `"${closest}"` } } : {}),
    })
  },
}

const isKnown = (version: string): boolean => (kcpVersions as readonly string[]).includes(version)

function closestVersion(written: string): string {
  const [, major, minor] = /^\s*v?(\d{1,6})\.(\d{1,6})(?!\d)/i.exec(written) ?? []
  if (major === undefined || minor === undefined || Number(major) > 0) return currentKcpVersion
  const version = `0.${Number(minor)}`
  if (isKnown(version)) return version
  return Number(minor) === 0 ? kcpVersions[0] : currentKcpVersion
}
