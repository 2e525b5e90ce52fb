import { newestCompileRun } from '../../../pack-facts/newest-compile-run.ts'
import type { PackRule } from '../../../rule.ts'

export const producerDigestDiffers: PackRule = {
  codes: ['AK610'],
  needs: 'files',
  check({ head }, report, folder) {
    const declared = head.metadata?.producedBy?.digest
    const run = declared === undefined ? undefined : newestCompileRun(folder)
    const built = run?.record.builderSkill?.digest
    if (run === undefined || built === undefined || built.toLowerCase() === declared?.toLowerCase()) return
    report({
      code: 'AK610',
      message: `The digest of the producer differs from the one in "${run.path}".`,
      pointer: '/metadata/producedBy/digest',
    })
  },
}
