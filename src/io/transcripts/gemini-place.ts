import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { sha256Of } from '../secrets.ts'

/**
 * `tmp/<project>/chats/<file>`, and `tmp/<project>/chats/<session>/<file>` for its sub-agents. The folder of a project is in `.project_root`;
 * older versions name it by the digest of its path, and `projects.json` lists the paths.
 */
export function geminiPlace(path: string): { readonly session?: string; readonly folder?: string } {
  const end = path.lastIndexOf(`${sep}chats${sep}`)
  const project = path.slice(0, end)
  const [session, file] = path.slice(end + `${sep}chats${sep}`.length).split(sep)
  const folder = shortText(join(project, '.project_root'))?.trim() || listedFolder(project)
  return {
    ...(file !== undefined && session !== undefined ? { session } : {}),
    ...(folder === undefined ? {} : { folder }),
  }
}

function listedFolder(project: string): string | undefined {
  try {
    const written = shortText(join(dirname(dirname(project)), 'projects.json')) ?? ''
    const { projects } = JSON.parse(written) as { readonly projects: Readonly<Record<string, string>> }
    const name = basename(project)
    return Object.keys(projects).find((folder) => projects[folder] === name || sha256Of(folder) === name)
  } catch {
    return undefined
  }
}

const longest = 1024 * 1024

/** Links are not followed, as for the transcripts. */
function shortText(path: string): string | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(descriptor)
      return stat.isFile() && stat.size <= longest ? readFileSync(descriptor, 'utf8') : undefined
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}
