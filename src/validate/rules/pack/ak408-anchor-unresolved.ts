import type { Finding } from '../../../model/diagnostic.ts'
import { pointer } from '../../../parse/yaml/tree.ts'
import { parseReference, type AnchorReference } from '../../../text/facts/anchors.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { resolveIn } from '../../pack-facts/anchor-targets.ts'
import type { Folder } from '../../folder.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import { sourceMapOf } from '../../pack-facts/pack-source-map.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'

/** Anchors of the source map exist in their files (AK-255). Pages and other non-text positions are not checked. */
export const anchorUnresolved: PackRule = {
  codes: ['AK408'],
  needs: 'files',
  check(_subject, report, folder) {
    const map = sourceMapOf(folder)
    if (!map) return
    const claims = map.claims.flatMap(({ claimId, reference, path, anchor, index }) => {
      const owner = `claim ${showValue(claimId ?? String(index))}`
      if (!path || (!anchor?.trim() && !path.includes('#'))) return []
      const used = path.includes('#') ? parseReference(path) : reference
      return checkAnchor(
        folder,
        used,
        owner,
        anchor ?? path,
        pointer('claims', index, 'source', path.includes('#') ? 'path' : 'anchor'),
      )
    })
    const sections = map.sections.flatMap(({ sectionId, sourceAnchors, index }) =>
      (sourceAnchors ?? []).flatMap((written, place) =>
        checkAnchor(
          folder,
          parseReference(written),
          `section ${showValue(sectionId ?? String(index))}`,
          written,
          pointer('document_sections', index, 'source_anchors', place),
        ),
      ),
    )
    reportInJson(map.file, [...claims, ...sections], report)
  },
}

function checkAnchor(
  folder: Folder,
  reference: AnchorReference | undefined,
  owner: string,
  written: string,
  at: string,
): readonly Finding[] {
  if (!reference)
    return [{ code: 'AK408', message: `The anchor ${showValue(written)} of ${owner} cannot be read.`, pointer: at }]
  const target = reference.anchor && findTarget(folder, reference.path)
  if (!reference.anchor || target?.kind !== 'file') return []
  if (resolveIn(folder, target.path, reference.anchor).kind !== 'absent') return []
  return [
    { code: 'AK408', message: `The anchor ${showValue(written)} of ${owner} is not in "${target.path}".`, pointer: at },
  ]
}
