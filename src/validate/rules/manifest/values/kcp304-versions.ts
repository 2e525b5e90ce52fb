import { kcpVersions, latestKcpVersion } from '../../../../model/tables/vocabulary.ts'
import { isSemver } from '../../../../text/notations/semver.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §6.1: read with every field that is known, whatever version is declared. */
export const kcpVersionUnknown: ManifestRule = {
  codes: ['KCP304'],
  needs: 'head',
  check({ manifest }, report) {
    const written = manifest.kcpVersion
    if (written === undefined || isKnown(written)) return
    const meant = knownVersion(written)
    report({
      code: 'KCP304',
      message:
        `The version "${written.slice(0, 60)}" of the specification is unknown; ` +
        `the manifest is read with every field up to "${latestKcpVersion}".`,
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

/** Other parsers read `0.10` as `0.1`; this one keeps the text as written. */
export const kcpVersionUnquoted: ManifestRule = {
  codes: ['KCP305'],
  needs: 'head',
  check({ raw, manifest }, report) {
    if (typeof raw['kcp_version'] !== 'number' || manifest.kcpVersion === undefined) return
    const quoted = JSON.stringify(manifest.kcpVersion)
    report({
      code: 'KCP305',
      message: `The "kcp_version" ${manifest.kcpVersion} is written as a number.`,
      pointer: '/kcp_version',
      replacement: { title: `Change to ${quoted}`, text: quoted },
    })
  },
}

export const versionNotSemver: ManifestRule = {
  codes: ['KCP306'],
  needs: 'head',
  check({ manifest }, report) {
    const { version } = manifest
    if (version === undefined || isSemver(version)) return
    const suggestion = [version.replace(/^v/i, ''), `${version}.0`, `${version}.0.0`].find(isSemver)
    report({
      code: 'KCP306',
      message: `The version "${version.slice(0, 60)}" is not a semantic version.`,
      pointer: '/version',
      ...(suggestion === undefined ? {} : { help: `Write "${suggestion}".` }),
    })
  },
}
