import { digest } from '../text/bytes/digest.ts'

/** From the root. No walk enters it: a copy is found by the manifest that declares its URL. */
const copiesFolder = '.lorefence/federated'

/** One spelling for the URLs of one document (KCP §3.6); `undefined` for what is not an absolute HTTPS URL. */
export function urlIdentity(written: string): string | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol !== 'https:') return undefined
  url.hash = ''
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url.href
}

/** Where the copy of a fetched manifest is, from the root. Each URL has a folder of its own, so no copy reaches into another. */
export function copyPath(url: string): string | undefined {
  const identity = urlIdentity(url)
  if (identity === undefined) return undefined
  const host = new URL(identity).hostname.replaceAll(/[^a-z0-9.-]/g, '')
  return `${copiesFolder}/${host}-${digest(identity).slice('sha256:'.length).slice(0, 16)}/knowledge.yaml`
}

/** Whether a path from the root is in the folder of a copy. */
export const isInCopy = (path: string): boolean => path.startsWith(`${copiesFolder}/`)
