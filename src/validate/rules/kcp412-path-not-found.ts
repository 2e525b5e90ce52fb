import type { FileTrouble } from '../../model/ports.ts'
import { pointer } from '../../parse/tree.ts'
import { pathProblem } from '../../text/paths.ts'
import type { Folder } from '../folder.ts'
import type { ManifestRule } from '../rule.ts'

/** A path that leaves the root by its words alone is an error of its own. */
export const pathNotFound: ManifestRule = {
  codes: ['KCP412'],
  needs: 'files',
  check({ manifest }, report, folder) {
    for (const { id, index, path } of manifest.units) {
      const trouble = pathProblem(path) ? undefined : folder.trouble(path)
      if (!trouble) continue
      report({ code: 'KCP412', message: `The path "${path}" of the unit "${id}" ${sentenceOf(trouble, path, folder)}.`, pointer: pointer('units', index, 'path') })
    }
  },
}

function sentenceOf(trouble: FileTrouble, path: string, folder: Folder): string {
  switch (trouble) {
    case 'missing':
      return 'leads to no file'
    case 'not-a-file':
      return folder.hasFolder(path) ? 'leads to a folder' : 'leads to no regular file'
    case 'outside':
      return 'leads through a link out of the folder of the manifest'
    case 'too-large':
      return 'leads to a file that is too large'
    case 'unreadable':
      return 'leads to a file that cannot be read'
  }
}
