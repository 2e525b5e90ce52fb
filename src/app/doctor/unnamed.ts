import { findDocuments } from '../../author/find-documents.ts'
import { namedBy } from '../../author/named-documents.ts'
import { isIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import { folderOf, joinPath } from '../../text/paths/paths.ts'
import { showValue } from '../../text/show-value.ts'
import { shownPath } from '../shared/shown-path.ts'
import type { Check, CheckItem } from './check.ts'

const shownNames = 3

/** Documents are found by their names; none is opened. */
export const unnamed: Check = {
  id: 'unnamed',
  title: 'Documents without a unit',
  look: ({ used, config, ports: { files }, commands }) => {
    return used.flatMap(({ ref, found, document }): CheckItem[] => {
      if (document.kind !== 'manifest' || found.scope !== 'workspace' || found.file !== 'knowledge.yaml') return []
      const ignoring = startIgnoring(files, found.root, config.restraints.ignore)
      const inRoot = shownPath(found.root, found.folder)
      const isLeftOut = (path: string, isFolder = false): boolean =>
        path !== '' && (isIgnored(ignoring, path, isFolder) || isLeftOut(folderOf(path), true))
      const isNamed = namedBy(document.units)
      const paths = findDocuments(files, found.folder, [''])
        .candidates.map(({ path }) => path)
        .filter((path) => !isNamed(path) && !isLeftOut(joinPath(inRoot, path)))
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
