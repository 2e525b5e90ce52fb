import { relative, resolve } from 'node:path'
import type { Files } from '../model/ports.ts'

export interface StatePlaces {
  /** Folder of grants, approvals and receipts. */
  readonly state: string
  readonly home: string
  readonly workspaces: readonly string[]
}

/** Grants that a repository could bring along are nobody's word. Why this state folder cannot be used; `undefined` when it can. */
export function stateTrouble({ realPath }: Pick<Files, 'realPath'>, { state, home, workspaces }: StatePlaces): string | undefined {
  const written = resolve(state)
  const real = realPath(written) ?? written
  const holder = workspaces.find((workspace) => bringsAlong(workspace, written, home) || bringsAlong(realPath(workspace) ?? workspace, real, realPath(home) ?? home))
  if (holder === undefined) return undefined
  return `the state folder ${written} lies inside the workspace ${holder}, so the repository could bring its own grants. Point LOREFENCE_STATE, or XDG_STATE_HOME, to a folder outside it.`
}

/** Whoever works in their home folder has everything of their own below it. */
export const bringsAlong = (workspace: string, folder: string, home: string): boolean => isBelow(workspace, folder) && !isBelow(workspace, home)

const isBelow = (folder: string, path: string): boolean => !/^\.\.(?:[\\/]|$)|^(?:[a-z]:|[\\/])/i.test(relative(folder, path))
