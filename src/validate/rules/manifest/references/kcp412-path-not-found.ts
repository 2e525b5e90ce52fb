import type { FileTrouble } from '../../../../model/ports.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { fileName, normalizePath, pathProblem } from '../../../../text/paths/paths.ts'
import { suggester } from '../../../../text/messages/suggest.ts'
import type { Folder } from '../../../folder.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP501 reports paths that leave the root as written. */
export const pathNotFound: ManifestRule = {
  codes: ['KCP412'],
  needs: 'files',
  check({ manifest }, report, folder) {
    const nearPath = pathSuggester(folder)
    for (const { id, index, path } of manifest.units) {
      const trouble = pathProblem(path) ? undefined : folder.trouble(path)
      // A folder inside the root is content: its text files.
      if (!trouble || (trouble === 'not-a-file' && folder.hasFolder(path))) continue
      const near = trouble === 'missing' ? nearPath(path) : undefined
      report({
        code: 'KCP412',
        message: `The path "${path}" of the unit "${id}" ${sentenceOf(trouble)}.`,
        pointer: pointer('units', index, 'path'),
        ...(near === undefined ? {} : { help: `Did you mean "${near}"?` }),
      })
    }
  },
}

/** A path with similar spelling, else the only file of that name. Walks the folder once, when a file is missing. */
function pathSuggester(folder: Folder): (path: string) => string | undefined {
  let near: ((path: string) => string | undefined) | undefined
  let byName: ReadonlyMap<string, string | undefined> | undefined
  return (path) => {
    near ??= suggester(folder.files)
    byName ??= folder.files.reduce(
      (names, file) => names.set(fileName(file), names.has(fileName(file)) ? undefined : file),
      new Map<string, string | undefined>(),
    )
    return near(normalizePath(path)) ?? byName.get(fileName(path))
  }
}

function sentenceOf(trouble: FileTrouble): string {
  switch (trouble) {
    case 'missing':
      return 'does not exist'
    case 'not-a-file':
      return 'is not a regular file'
    case 'outside':
      return 'is a link that leaves the folder of the manifest'
    case 'too-large':
      return 'is a file that is too large'
    case 'unreadable':
      return 'cannot be read'
  }
}
