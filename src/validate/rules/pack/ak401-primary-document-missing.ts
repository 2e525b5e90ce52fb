import { pathProblem } from '../../../text/paths/paths.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import type { Folder } from '../../folder.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'

const pointer = '/metadata/primaryDocument'

/** The guide still loads; a selection reports what is missing (AK-084). */
export const primaryDocumentMissing: PackRule = {
  codes: ['AK401', 'AK501'],
  needs: 'files',
  check({ head }, report, folder) {
    const path = head.metadata?.primaryDocument
    if (path === undefined) {
      const problem = head.profile === 'document-first' ? undeclaredProblem(folder) : undefined
      if (problem) report({ code: 'AK401', message: problem, pointer: '/profile' })
      return
    }
    const target = pathProblem(path) ? undefined : findTarget(folder, path)
    if (target?.kind === 'outside')
      report({
        code: 'AK501',
        message: `The primary document ${showValue(path)} is a link that leaves the pack.`,
        pointer,
      })
    if (target?.kind === 'missing')
      report({ code: 'AK401', message: `The primary document ${showValue(path)} does not exist.`, pointer })
    if (target?.kind === 'folder')
      report({ code: 'AK401', message: `The primary document ${showValue(path)} is a folder.`, pointer })
  },
}

/** A single document needs no declaration. */
function undeclaredProblem(folder: Folder): string | undefined {
  const count = folder.files.filter((path) => path.startsWith('documents/')).length
  if (count === 0) return 'The pack is document-first, but it has no documents.'
  return count === 1
    ? undefined
    : `The pack is document-first and has ${count} documents, but none is declared as primary.`
}
