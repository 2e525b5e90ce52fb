/** How addresses of `serving` are compared (KCP §3.12): scheme, host and path, without the default port, query and fragment. */
function servedAddress(written: string): string | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined
  return url && `${url.protocol}//${url.host}${url.pathname}`
}

/** Whether a manifest that was fetched from `url` lists that address; an absent list says nothing, an empty one "nowhere". */
export function isServedAt(listed: readonly string[] | undefined, url: string): boolean {
  if (!listed) return true
  const address = servedAddress(url)
  return listed.some((one) => servedAddress(one) === address)
}
