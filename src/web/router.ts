import { useEffect, useState } from 'preact/hooks'

/**
 * A view and its parameters, as in the fragment of the address: `#/catalog/pack:kiosk?filter=ready`. Browsers do not
 * send fragments, so a task in a link appears in no log of a server or proxy.
 */
export interface Route {
  readonly view: string
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

type Query = Readonly<Record<string, string | number | undefined>> | URLSearchParams

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const [view = '', ...parts] = path.split('/').map(decoded)
  return { view, parts: parts.filter((part) => part !== ''), query: new URLSearchParams(query) }
}

/** The address of a view; empty values are left out. */
export function hrefOf(view: string, parts: readonly string[] = [], query: Query = {}): string {
  const pairs = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const search = new URLSearchParams()
  for (const [name, value] of pairs) if (value !== undefined && value !== '') search.append(name, String(value))
  const path = [view, ...parts].map(encodeURIComponent).join('/').replaceAll('%3A', ':')
  return `#/${path}${search.size === 0 ? '' : `?${search}`}`
}

/** `replace` is for typing and dragging, so that the back button leaves the view. */
export function go(href: string, { replace = false } = {}): void {
  if (href === location.hash) return
  if (!replace) {
    location.hash = href
    return
  }
  history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = (): void => setHash(location.hash)
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return routeOf(hash)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
