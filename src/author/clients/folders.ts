import type { ClientSurroundings } from './client.ts'

/** A relative folder would depend on the current one, so it is ignored. */
const orElse = (value: string | undefined, otherwise: string): string =>
  value !== undefined && /^(?:[\\/]|[A-Za-z]:[\\/])/.test(value) ? value : otherwise

/** Settings folder of desktop programs. */
export function desktopFolder({ platform, home, env }: ClientSurroundings): {
  readonly root: string
  readonly below: string
} {
  if (platform === 'darwin') return { root: home, below: 'Library/Application Support/' }
  if (platform === 'win32')
    return env['APPDATA'] ? { root: env['APPDATA'], below: '' } : { root: home, below: 'AppData/Roaming/' }
  return xdgFolder({ home, env })
}

export function xdgFolder({ home, env }: Pick<ClientSurroundings, 'home' | 'env'>): {
  readonly root: string
  readonly below: string
} {
  const chosen = orElse(env['XDG_CONFIG_HOME'], home)
  return chosen === home ? { root: home, below: '.config/' } : { root: chosen, below: '' }
}
