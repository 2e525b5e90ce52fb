import type { Folder } from '../../../folder.ts'
import { contextMapOf } from '../../../pack-facts/guide-targets.ts'
import type { PackRule, CheckedPack } from '../../../rule.ts'

export const primaryPathUndeclared: PackRule = {
  codes: ['AK402'],
  needs: 'files',
  check(subject, report, folder) {
    const problem = folder.hasFolder('documents') ? problemOf(subject, folder) : undefined
    if (problem) report({ code: 'AK402', message: problem, pointer: '/profile' })
  },
}

function problemOf(subject: CheckedPack, folder: Folder): string | undefined {
  const { head } = subject
  const hasWiki = folder.hasFolder('wiki')
  if (head.profile === undefined) {
    if (hasWiki) return 'The pack has "documents/" and "wiki/", but no profile declares which is primary.'
    return folder.hasFolder('compiled')
      ? undefined
      : 'No profile is declared and only "documents/" contains facts, so its sections are used.'
  }
  if (head.profile !== 'hybrid' || !hasWiki || head.metadata?.primaryDocument !== undefined) return undefined
  return contextMapOf(subject).entries.length > 0
    ? undefined
    : 'The pack is hybrid, but neither a primary document nor a context map declares where to start.'
}
