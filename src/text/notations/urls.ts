const wellKnown = '/.well-known/oauth-authorization-server'

/**
 * URLs of the metadata of an OAuth issuer, best first: RFC 8414 puts the well-known part before the issuer's path, the
 * text of KCP §3.3 after it. Empty for anything but an https:// URL.
 */
export function issuerMetadataUrls(issuer: string): readonly string[] {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '') return []
  const path = url.pathname.replace(/\/$/, '')
  return path === ''
    ? [`${url.origin}${wellKnown}`]
    : [`${url.origin}${wellKnown}${path}`, `${url.origin}${path}${wellKnown}`]
}

/** A URL for display: its query may contain a token. */
export const withoutQuery = (url: string): string => url.replace(/\?[^]*$/, '?…')
