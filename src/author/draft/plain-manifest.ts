import { draftKcpVersion } from '../../model/tables/vocabulary.ts'
import { fileStem, folderOf } from '../../text/paths/paths.ts'
import type { FoundFile } from '../documents/find-documents.ts'
import { oneLine } from '../documents/plain-line.ts'
import { unitIds } from './unit-id.ts'
import { yamlText } from './yaml-text.ts'

/** A manifest for documents that nobody declared. It depends on their paths only, so that a grant can pin it. */
export function plainManifest(candidates: readonly FoundFile[], name: string): string {
  const ids = unitIds(candidates.map(({ path }) => path))
  return yamlText({
    kcp_version: draftKcpVersion,
    project: oneLine(name) || 'documents',
    version: '0.0.0',
    units: candidates.map(({ path, class: kind }, i) => ({
      id: ids[i] ?? '',
      path,
      kind: kind.artifact,
      intent: wordsOf(path),
      format: kind.format === 'other' ? undefined : kind.format,
      scope: kind.breadth,
      audience: ['human', 'agent'],
    })),
  })
}

/** `guides/refund-policy.md` is about "guides: refund policy". */
function wordsOf(path: string): string {
  const words = (part: string): string => part.replace(/[-_./]+/g, ' ').trim()
  return [words(folderOf(path)), words(fileStem(path))].filter(Boolean).join(': ') || path
}
