import type { Root } from '../model/catalog.ts'

export interface RootFolders {
  /** Named folders of packs. All paths here are absolute. */
  readonly packs?: readonly string[]
  readonly workspaces?: readonly string[]
  /** Home of the user; if absent, the user's own packs are excluded. */
  readonly home?: string
  /** Folders of the organisation, from the user's config. */
  readonly organization?: readonly string[]
  /** Packs that are part of the program. */
  readonly builtin?: string
}

/** The folders to scan, nearest scope first (AK-061 to AK-065). */
export function rootsOf({
  packs = [],
  workspaces = [],
  home,
  organization = [],
  builtin,
}: RootFolders): readonly Root[] {
  const [first] = workspaces
  return [
    ...packs.map((path): Root => ({ path, scope: 'explicit', bare: true, shown: path })),
    ...workspaces.map((path): Root => ({ path, scope: 'workspace', ...(path === first ? {} : { shown: path }) })),
    ...(home === undefined ? [] : userRoots(home)),
    ...organization.map((path): Root => ({ path, scope: 'organization', shown: path })),
    ...(builtin === undefined ? [] : [{ path: builtin, scope: 'builtin', bare: true, shown: 'built-in' } as const]),
  ]
}

function userRoots(home: string): readonly Root[] {
  return [
    { path: `${home}/.lorefence/knowledge`, scope: 'user', bare: true, native: true, shown: '~/.lorefence/knowledge' },
    { path: `${home}/.agents/knowledge`, scope: 'user', bare: true, shown: '~/.agents/knowledge' },
  ]
}
