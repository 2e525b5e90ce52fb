import { pathProblem } from '../../../../text/paths/paths.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import type { Folder } from '../../../folder.ts'
import { contextMapOf } from '../../../pack-facts/guide-targets.ts'
import { findTarget, type Target } from '../../../pack-facts/pack-target.ts'
import type { CheckedPack, PackRule } from '../../../rule.ts'

/** `undefined` for a path that leaves the pack as written, which AK501 reports. */
const kindOf = (folder: Folder, path: string): Target['kind'] | undefined =>
  pathProblem(path) ? undefined : findTarget(folder, path).kind

/** The guide still loads; a selection reports what is missing (AK-084). */
export const primaryDocumentMissing: PackRule = {
  codes: ['AK401', 'AK501'],
  needs: 'files',
  check({ head }, report, folder) {
    const path = head.metadata?.primaryDocument
    if (path === undefined) {
      const message = head.profile === 'document-first' ? noPrimaryDocument(folder) : undefined
      if (message !== undefined) report({ code: 'AK401', message, pointer: '/profile' })
      return
    }
    const kind = kindOf(folder, path)
    const document = `The primary document ${showValue(path)}`
    const pointer = '/metadata/primaryDocument'
    if (kind === 'outside') report({ code: 'AK501', message: `${document} is a link that leaves the pack.`, pointer })
    if (kind === 'missing') report({ code: 'AK401', message: `${document} does not exist.`, pointer })
    if (kind === 'folder') report({ code: 'AK401', message: `${document} is a folder.`, pointer })
  },
}

/** A single document needs no declaration. */
function noPrimaryDocument(folder: Folder): string | undefined {
  const count = folder.files.filter((path) => path.startsWith('documents/')).length
  if (count === 0) return 'The pack is document-first, but it has no documents.'
  return count === 1
    ? undefined
    : `The pack is document-first and has ${count} documents, but none is declared as primary.`
}

export const primaryPathUndeclared: PackRule = {
  codes: ['AK402'],
  needs: 'files',
  check(subject, report, folder) {
    const message = folder.hasFolder('documents') ? noPrimaryPath(subject, folder) : undefined
    if (message !== undefined) report({ code: 'AK402', message, pointer: '/profile' })
  },
}

function noPrimaryPath(subject: CheckedPack, folder: Folder): string | undefined {
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
        const message = `The pack has "${folderName}/", but "metadata.${field}" is not declared.`
        if (folder.hasFolder(folderName)) report({ code: undeclared, message, pointer })
        continue
      }
      const kind = kindOf(folder, path)
      const file = `The file ${showValue(path)} of "metadata.${field}"`
      if (kind === 'outside') report({ code: 'AK501', message: `${file} is a link that leaves the pack.`, pointer })
      if (kind === 'missing' || kind === 'folder')
        report({ code: 'AK405', message: `${file} does not exist.`, pointer })
    }
  },
}
