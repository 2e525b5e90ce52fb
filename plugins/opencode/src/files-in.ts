import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'

const longestPath = 4096

/**
 * The files that the output of a search names: a path alone on its line, or one before the matches of its file or line.
 * Only whole paths count; a file of the same name elsewhere is another file.
 */
export function filesIn(output: string, directory: string): ReadonlySet<string> {
  const real = realPathOf(directory)
  const files = new Set<string>()
  for (const line of output.split('\n')) {
    const written = line.trim()
    if (written === '' || written.length > longestPath) continue
    for (const path of [written, written.replace(/:$/, ''), written.replace(/:\d+(?::.*)?$/, '')]) {
      files.add(resolve(directory, path))
      files.add(resolve(real, path))
    }
  }
  return files
}

function realPathOf(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return directory
  }
}
