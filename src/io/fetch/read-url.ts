import type { NotFetched } from '../../model/distribution/fetch.ts'
import { limits } from '../../model/limits.ts'
import { showValue } from '../../text/messages/show-value.ts'

/**
 * A URL that may be fetched, without its fragment; with `base`, the target of a redirect. `new URL()` repairs its
 * input: it drops tabs, turns backslashes and adds slashes. A URL that would need repair is refused.
 */
export function readUrl(written: string, base?: URL): URL | NotFetched {
  const url = URL.canParse(written, base?.href) ? new URL(written, base) : undefined
  const isPlain = written.length <= limits.urlLength && !/[\s\p{Cc}\\]/u.test(written)
  const isAbsolute = base !== undefined || /^https:\/\/[^/?#]/i.test(written)
  if (!url || !isPlain || !isAbsolute || url.protocol !== 'https:')
    return refused('RUN701', `The URL ${showUrl(written)} is not a plain absolute HTTPS URL.`)
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/i.test(written))
    return refused('RUN702', `The URL ${showUrl(written)} contains credentials.`)
  url.hash = ''
  // A trailing dot changes only the spelling of a name.
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url
}

const refused = (code: 'RUN701' | 'RUN702', message: string): NotFetched => ({ outcome: 'refused', code, message })

/** Without credentials and query, which may be secret. */
export const showUrl = (url: string): string =>
  showValue(url.replace(/^((?:[a-z][a-z\d+.-]*:)?[/\\]+)?[^/?#]*@/i, '$1…@').replace(/[?#][^]*$/, '?…'))
