import type { Finding } from '../../../model/diagnostic.ts'
import { pointer } from '../../../parse/yaml/tree.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import type { Folder } from '../../folder.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import { sourceMapOf } from '../../pack-facts/pack-source-map.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'

export const compiledTargetMissing: PackRule = {
  codes: ['AK409', 'AK501'],
  needs: 'files',
  check(_subject, report, folder) {
    const map = sourceMapOf(folder)
    if (!map) return
    const claims = map.claims.flatMap(({ claimId, compiledInto, index }) =>
      checkTargets(folder, compiledInto, `claim ${showValue(claimId ?? String(index))}`, ['claims', index]),
    )
    const sections = map.sections.flatMap(({ sectionId, compiledInto, index }) =>
      checkTargets(folder, compiledInto, `section ${showValue(sectionId ?? String(index))}`, [
        'document_sections',
        index,
      ]),
    )
    reportInJson(map.file, [...claims, ...sections], report)
  },
}

function checkTargets(
  folder: Folder,
  compiledInto: readonly string[] | undefined,
  owner: string,
  path: readonly (string | number)[],
): readonly Finding[] {
  return (compiledInto ?? []).flatMap((written, place): readonly Finding[] => {
    const target = findTarget(folder, written.split('#')[0] ?? written)
    const at = pointer(...path, 'compiled_into', place)
    if (target.kind === 'outside')
      return [
        {
          code: 'AK501',
          message: `The ${owner} is compiled into ${showValue(written)}, which leaves the pack.`,
          pointer: at,
        },
      ]
    return target.kind === 'missing'
      ? [
          {
            code: 'AK409',
            message: `The ${owner} is compiled into ${showValue(written)}, which does not exist.`,
            pointer: at,
          },
        ]
      : []
  })
}
