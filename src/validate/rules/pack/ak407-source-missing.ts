import type { Finding } from '../../../model/diagnostic.ts'
import { pointer } from '../../../parse/yaml/tree.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import type { Folder } from '../../folder.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import { sourceMapOf } from '../../pack-facts/pack-source-map.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'

/** AK grounding: the paths of a source map exist, and stay in the pack. */
export const sourceMissing: PackRule = {
  codes: ['AK407', 'AK501'],
  needs: 'files',
  check(_subject, report, folder) {
    const map = sourceMapOf(folder)
    if (!map) return
    const claims = map.claims.flatMap(({ claimId, status, path, document, index }) => {
      const owner = `claim ${showValue(claimId ?? String(index))}`
      // Such claims declare that there is no source yet; the schema requires the field anyway.
      const source = path === '' && (status === 'missing' || status === 'source-required') ? undefined : path
      return [
        ...checkPath(folder, source, owner, pointer('claims', index, 'source', 'path')),
        ...checkPath(folder, document, owner, pointer('claims', index, 'document')),
      ]
    })
    const sections = map.sections.flatMap(({ sectionId, document, sourceAnchors, index }) => {
      const owner = `section ${showValue(sectionId ?? String(index))}`
      const sources = (sourceAnchors ?? []).flatMap((written, place) =>
        checkPath(folder, written, owner, pointer('document_sections', index, 'source_anchors', place)),
      )
      return [...checkPath(folder, document, owner, pointer('document_sections', index, 'document')), ...sources]
    })
    reportInJson(map.file, [...claims, ...sections], report)
  },
}

function checkPath(folder: Folder, path: string | undefined, owner: string, at: string): readonly Finding[] {
  // AK408 reports a bare anchor.
  if (path === undefined || path.trimStart().startsWith('#')) return []
  const target = findTarget(folder, path.split('#')[0] ?? path)
  if (target.kind === 'outside')
    return [{ code: 'AK501', message: `The ${owner} names ${showValue(path)}, which leaves the pack.`, pointer: at }]
  return target.kind === 'missing'
    ? [{ code: 'AK407', message: `The ${owner} names ${showValue(path)}, which does not exist.`, pointer: at }]
    : []
}
