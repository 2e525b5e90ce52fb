import { join } from 'node:path'
import type { Files } from '../../model/ports.ts'

/** Files and folders that only the top folder of a workspace has. */
const marks = ['knowledge.yaml', 'KNOWLEDGE.md', '.agents/knowledge', '.lorefence', '.well-known/kcp.json']

/**
 * The nearest of these folders with knowledge of its own, as git finds a repository. A repository ends the search:
 * whatever surrounds it is another project.
 */
export function findWorkspace(files: Pick<Files, 'kindOf'>, folders: readonly string[]): string | undefined {
  const isThere = (folder: string, name: string): boolean => files.kindOf(join(folder, name)) !== undefined
  for (const folder of folders) {
    if (marks.some((mark) => isThere(folder, mark))) return folder
    if (isThere(folder, '.git')) return undefined
  }
  return undefined
}
