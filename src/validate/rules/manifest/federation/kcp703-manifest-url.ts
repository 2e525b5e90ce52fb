import { isRelativeManifest } from '../../../../parse/local-manifest.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { isPrivateHost } from '../../../../text/notations/ip-address.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { isBlank, mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/**
 * KCP §3.6 and §14.3. Nothing is fetched or resolved, so a host is checked by its spelling only. A relative path to a
 * YAML file is usual and is read as a local manifest (KL-119): a warning, because no other client knows it.
 */
export const manifestUrl: ManifestRule = {
  codes: ['KCP703', 'KCP704'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of mappingsIn(raw['manifests'], ['manifests'])) {
      const { url } = fields
      if (isBlank(url)) continue
      const host = httpsHost(String(url))
      const at = pointer(...path, 'url')
      if (host === undefined && isRelativeManifest(String(url)))
        report({
          code: 'KCP703',
          severity: 'warning',
          message: `The URL ${showValue(String(url))} is a relative path; it is used only for a file inside the root.`,
          pointer: at,
        })
      else if (host === undefined)
        report({
          code: 'KCP703',
          message: `The URL ${showValue(withoutCredentials(String(url)))} is not an absolute HTTPS URL.`,
          pointer: at,
        })
      else if (isPrivateHost(host))
        report({
          code: 'KCP704',
          message: `The URL points to "${host}", which is not on the public internet.`,
          pointer: at,
        })
    }
  },
}

/** `new URL()` alone would also accept `https:host` and trim spaces. */
function httpsHost(url: string): string | undefined {
  if (!/^https:\/\/[^/\\\s]/i.test(url) || /\s/.test(url)) return undefined
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
}

function withoutCredentials(url: string): string {
  return url.replace(/^([a-z]*:?\/\/)[^/?#]*@/i, '$1…@').replace(/\?[^]*$/, '?…')
}
