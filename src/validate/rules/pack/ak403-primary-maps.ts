import { pathProblem } from '../../../text/paths/paths.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'

const maps = [
  { folderName: 'ontology', field: 'primaryOntology', undeclared: 'AK403' },
  { folderName: 'answers', field: 'primaryAnswers', undeclared: 'AK404' },
] as const

/** ontology/ and answers/ are read through the file that the metadata declare (AK-050, AK-051). */
export const primaryMaps: PackRule = {
  codes: ['AK403', 'AK404', 'AK405', 'AK501'],
  needs: 'files',
  check({ head }, report, folder) {
    for (const { folderName, field, undeclared } of maps) {
      const path = head.metadata?.[field]
      const pointer = `/metadata/${field}`
      if (path === undefined) {
        if (folder.hasFolder(folderName))
          report({
            code: undeclared,
            message: `The pack has "${folderName}/", but "metadata.${field}" is not declared.`,
            pointer,
          })
        continue
      }
      const target = pathProblem(path) ? undefined : findTarget(folder, path)
      if (target?.kind === 'outside')
        report({
          code: 'AK501',
          message: `The file ${showValue(path)} of "metadata.${field}" is a link that leaves the pack.`,
          pointer,
        })
      if (target?.kind === 'missing' || target?.kind === 'folder')
        report({
          code: 'AK405',
          message: `The file ${showValue(path)} of "metadata.${field}" does not exist.`,
          pointer,
        })
    }
  },
}
