import { isIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Files } from '../../model/ports.ts'
import { folderOf, joinPath, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { shownPath } from '../shared/shown-path.ts'
import { updateManifest } from '../init/update-manifest.ts'
import type { Check, CheckItem } from './check.ts'

const shownNames = 3

/** The documents for which `init --update` adds units. What a manifest names is not opened: a gate may refuse it. */
export const unnamed: Check = {
  id: 'unnamed',
  title: 'Documents without a unit',
  look: ({ catalog, used, config, ports: { files }, commands, now }) => {
    const declared = declaredFiles(catalog, files)
    return used.flatMap(({ ref, found, document }): CheckItem[] => {
      if (document.kind !== 'manifest' || found.scope !== 'workspace' || found.file !== 'knowledge.yaml') return []
      const ignoring = startIgnoring(files, found.root, config.restraints.ignore)
      const inRoot = shownPath(found.root, found.folder)
      const isLeftOut = (path: string, isFolder = false): boolean =>
        path !== '' && (isIgnored(ignoring, path, isFolder) || isLeftOut(folderOf(path), true))
      const isSkipped = (path: string): boolean =>
        isLeftOut(joinPath(inRoot, path)) || isDeclared(declared, files.realPath(`${found.folder}/${path}`))
      const paths = updateManifest(files, { root: found.folder, shownRoot: inRoot, paths: [], now, isSkipped }).unnamed
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

/** Real paths of the files and folders that the units of all manifests name. */
function declaredFiles({ entries }: Catalog, { realPath }: Pick<Files, 'realPath'>): ReadonlySet<string> {
  const named = entries.flatMap(({ document, found }) =>
    document.kind === 'manifest'
      ? document.units.flatMap(({ path }) =>
          pathProblem(path) ? [] : (realPath(`${found.folder}/${normalizePath(path)}`) ?? []),
        )
      : [],
  )
  return new Set(named)
}

/** Whether the path or a folder above it is declared. */
function isDeclared(declared: ReadonlySet<string>, path: string | undefined): boolean {
  for (let at = path ?? ''; at !== ''; at = folderOf(at)) if (declared.has(at)) return true
  return false
}

function listed(paths: readonly string[]): string {
  const more = paths.length - shownNames
  return `${paths.slice(0, shownNames).map(showValue).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
