import { digest } from '../text/bytes/digest.ts'

/** From the root. No walk enters it: a copy is found through the manifest that declares its URL. */
const copiesFolder = '.lorefence/federated'

/** One spelling for the URLs of one document (KCP §3.6); `undefined` for what is not an absolute HTTPS URL. */
export function urlIdentity(written: string): string | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol !== 'https:') return undefined
  url.hash = ''
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url.href
}

/** Path of the copy of a fetched manifest, from the root. Each URL has its own folder, so that copies stay apart. */
export function copyPath(url: string): string | undefined {
  const identity = urlIdentity(url)
  if (identity === undefined) return undefined
  const host = new URL(identity).hostname.replaceAll(/[^a-z0-9.-]/g, '')
  return `${copiesFolder}/${host}-${digest(identity).slice('sha256:'.length).slice(0, 16)}/knowledge.yaml`
}

/** Whether a path from the root is in the folder of a copy. */
export const isInCopy = (path: string): boolean => path.startsWith(`${copiesFolder}/`)

/**
 * Addresses of `serving` are compared by scheme, host and path, without default port, query and fragment (KCP §3.12).
 */
function servedAddress(written: string): string | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined
  return url && `${url.protocol}//${url.host}${url.pathname}`
}

/** Whether a manifest lists the address it was fetched from. An absent list allows every address, an empty one none. */
export function isServedAt(listed: readonly string[] | undefined, url: string): boolean {
  if (!listed) return true
  const address = servedAddress(url)
  return listed.some((one) => servedAddress(one) === address)
}
