import { isPackFolder, packFolders } from '../../../../model/tables/pack-folders.ts'
import { suggest } from '../../../../text/messages/suggest.ts'
import type { PackRule } from '../../../rule.ts'

/** Unknown folders are allowed, never read as a known one (AK-029, AK-352). */
export const folderUnknown: PackRule = {
  codes: ['AK114'],
  needs: 'files',
  check(_subject, report, folder) {
    const names = new Set(
      folder.files.flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])),
    )
    for (const name of names) {
      if (isPackFolder(name) || name.startsWith('.')) continue
      const suggestion = suggest(name, Object.keys(packFolders))
      report({
        code: 'AK114',
        message: `The folder "${name}/" is not part of the standard.`,
        file: `${name}/`,
        ...(suggestion && !names.has(suggestion) ? { help: `Did you mean "${suggestion}/"?` } : {}),
      })
    }
  },
}
