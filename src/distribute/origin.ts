/**
 * An origin in the form of scopes: host and path, without scheme, credentials, port 443, query and `.git` (KCP §16.2).
 */
export function plainOrigin(written: string): string | undefined {
  const text = written.trim()
  // `git@host:path`, as git writes an address of ssh.
  const [, host, path] = /^(?:[^@/\s]+@)?([A-Za-z0-9.-]+):(?!\/|\d+(?:\/|$))([^\s]+)$/.exec(text) ?? []
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const address = host === undefined ? withScheme : `https://${host}/${path}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.hostname === '' || url.protocol === 'file:') return undefined
  const port = url.port === '' ? '' : `:${url.port}`
  const folders = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  return `${url.hostname.toLowerCase()}${port}${folders}`
}

/** Whether an origin is a scope or below it, by whole names: `github.com/AcmeEvil` is not below `github.com/Acme`. */
export function isInScope(origin: string, scope: string): boolean {
  const [place, within] = [plainOrigin(origin), plainOrigin(scope)]
  return place !== undefined && within !== undefined && `${place}/`.startsWith(`${within}/`)
}

/** The address of the remote `origin` in a `.git/config`; anyone who can write the folder can write this. */
export function remoteIn(config: string): string | undefined {
  let isOrigin = false
  for (const line of config.split(/\r?\n/)) {
    const [, section] = /^\s*(\[[^\]]*\])/.exec(line) ?? []
    if (section !== undefined) isOrigin = /^\[remote "origin"\]$/i.test(section)
    const [, url] = (isOrigin && /^\s*url\s*=\s*(\S+)\s*$/i.exec(line)) || []
    if (url !== undefined) return plainOrigin(url)
  }
  return undefined
}
