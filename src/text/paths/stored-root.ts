/** Where the files of stored workspaces are, for refs, grants and commands; no disk has such a folder. */
const storedFolder = '/.lorefence-store'

export const storedRoot = (workspace: string): string => `${storedFolder}/${workspace}`

/** The name of the workspace that a path is in. */
export const storedWorkspaceOf = (path: string): string | undefined =>
  path.startsWith(`${storedFolder}/`) ? path.slice(storedFolder.length + 1).split('/')[0] : undefined
