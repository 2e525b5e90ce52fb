import { isIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import { folderOf, joinPath } from '../../text/paths/paths.ts'
import { showValue } from '../../text/show-value.ts'
import { shownPath } from '../shared/shown-path.ts'
import { updateManifest } from '../init/update-manifest.ts'
import type { Check, CheckItem } from './check.ts'

const shownNames = 3

/** Exactly the documents for which `init --update` adds units; they belong to no entry. */
export const unnamed: Check = {
  id: 'unnamed',
  title: 'Documents without a unit',
  look: ({ used, config, ports: { files }, commands, now }) => {
    return used.flatMap(({ ref, found, document }): CheckItem[] => {
      if (document.kind !== 'manifest' || found.scope !== 'workspace' || found.file !== 'knowledge.yaml') return []
      const ignoring = startIgnoring(files, found.root, config.restraints.ignore)
      const inRoot = shownPath(found.root, found.folder)
      const isLeftOut = (path: string, isFolder = false): boolean =>
        path !== '' && (isIgnored(ignoring, path, isFolder) || isLeftOut(folderOf(path), true))
      const update = updateManifest(files, { root: found.folder, shownRoot: inRoot, paths: [], now })
      const paths = update.unnamed.filter((path) => !isLeftOut(joinPath(inRoot, path)))
      return paths.length === 0
        ? []
        : [
            {
              state: 'note',
              ref,
              path: found.path,
              detail: `No unit names ${listed(paths)}.`,
              command: commands.update(found),
            },
          ]
    })
  },
}

function listed(paths: readonly string[]): string {
  const more = paths.length - shownNames
  return `${paths.slice(0, shownNames).map(showValue).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
