import type { Files } from '../../src/model/ports.ts'

export interface WatchedFiles extends Files {
  /** Absolute paths of requested content, in order. */
  readonly contents: string[]
}

/** Records every read of content; entry lists, configs, heads of packs and test suites do not count. */
export function watchedFiles(files: Files): WatchedFiles {
  const contents: string[] = []
  return {
    contents,
    read(root, path, options) {
      const isHead = path.endsWith('KNOWLEDGE.md') && options.head !== undefined
      if (!isHead && !isListing(path)) contents.push(`${root}/${path}`)
      return files.read(root, path, options)
    },
    list: (folder, wanted) => files.list(folder, wanted),
    kindOf: (path) => files.kindOf(path),
    realPath: (path) => files.realPath(path),
  }
}

/**
 * Files that discovery, signatures and `eval` need: they show what exists, and none of their text is shown before a
 * grant.
 */
export const isListing = (path: string): boolean =>
  /(?:^|\/)(?:knowledge\.yaml|lorefence\.yaml|llms\.txt|\.gitignore|\.well-known\/[^/]+|evals\/[^/]+\.json|trusted-keys\.yaml|(?:knowledge\.yaml|KNOWLEDGE\.md)\.sig)$/.test(
    path,
  )
