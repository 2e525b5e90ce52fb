import type { Lock } from '../model/installation.ts'

/** One spelling for each address. */
export function addressKey(url: string): string | undefined {
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

/** The names of the installed manifests by the address that they came from. */
export function installedManifests({ entries }: Lock): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ name, format, source, path, pending }) => {
      const key = format === 'manifest' && path === undefined && !pending ? addressKey(source) : undefined
      return key === undefined ? [] : [[key, name] as const]
    }),
  )
}
