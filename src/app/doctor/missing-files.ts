import { unitRef } from '../../catalog/refs.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'
import type { Check, CheckItem } from './check.ts'

/** Units of granted manifests that are listed and cannot be read. Nothing is opened. */
export const missingFiles: Check = {
  id: 'missing-files',
  title: 'Units whose file does not exist',
  look: ({ used, ports: { files }, commands }) =>
    used.flatMap(({ ref, document, found, standing }) => {
      if (document.kind !== 'manifest' || standing === 'ungranted') return []
      return document.units
        .filter(
          ({ path }) => !pathProblem(path) && files.kindOf(`${found.folder}/${normalizePath(path)}`) === undefined,
        )
        .map(({ id, path }): CheckItem => ({
          state: 'fix',
          ref: unitRef(ref, id),
          path: found.path,
          detail:
            `${showValue(path)} does not exist in the folder of the manifest. ` +
            'Correct the path or create the file.',
          command: commands.validate(`${found.folder}/${found.file}`),
        }))
    }),
}
