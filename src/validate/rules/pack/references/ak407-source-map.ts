import type { Code } from '../../../../model/codes/codes.ts'
import type { Finding } from '../../../../model/codes/diagnostic.ts'
import type { SourceMap } from '../../../../parse/records/source-map.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { parseReference, type AnchorReference } from '../../../../text/facts/anchors.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import type { Folder } from '../../../folder.ts'
import { resolveIn } from '../../../pack-facts/anchor-targets.ts'
import { reportInJson } from '../../../pack-facts/json-file.ts'
import { sourceMapOf } from '../../../pack-facts/pack-source-map.ts'
import { findTarget } from '../../../pack-facts/pack-target.ts'
import type { PackRule } from '../../../rule.ts'

type Claim = SourceMap['claims'][number]
type Section = SourceMap['sections'][number]

/** A rule about the claims and sections of `indexes/source-map.json`. */
function sourceMapRule(
  codes: readonly Code[],
  ofClaim: (folder: Folder, claim: Claim, owner: string) => readonly Finding[],
  ofSection: (folder: Folder, section: Section, owner: string) => readonly Finding[],
): PackRule {
  return {
    codes,
    needs: 'files',
    check(_subject, report, folder) {
      const map = sourceMapOf(folder)
      if (!map) return
      const claims = map.claims.flatMap((claim) =>
        ofClaim(folder, claim, `claim ${showValue(claim.claimId ?? String(claim.index))}`),
      )
      const sections = map.sections.flatMap((section) =>
        ofSection(folder, section, `section ${showValue(section.sectionId ?? String(section.index))}`),
      )
      reportInJson(map.file, [...claims, ...sections], report)
    },
  }
}

/** AK grounding: the paths of a source map exist, and stay in the pack. */
export const sourceMissing = sourceMapRule(
  ['AK407', 'AK501'],
  (folder, { status, path, document, index }, owner) => {
    // Such claims declare that there is no source yet; the schema requires the field anyway.
    const source = path === '' && (status === 'missing' || status === 'source-required') ? undefined : path
    return [
      ...checkPath(folder, source, owner, pointer('claims', index, 'source', 'path')),
      ...checkPath(folder, document, owner, pointer('claims', index, 'document')),
    ]
  },
  (folder, { document, sourceAnchors, index }, owner) => [
    ...checkPath(folder, document, owner, pointer('document_sections', index, 'document')),
    ...(sourceAnchors ?? []).flatMap((written, place) =>
      checkPath(folder, written, owner, pointer('document_sections', index, 'source_anchors', place)),
    ),
  ],
)

function checkPath(folder: Folder, path: string | undefined, owner: string, at: string): readonly Finding[] {
  // AK408 reports a bare anchor.
  if (path === undefined || path.trimStart().startsWith('#')) return []
  return unusable(folder, path, `The ${owner} names ${showValue(path)}`, 'AK407', at)
}

/** Reports a path that does not exist, or leaves the pack. */
function unusable(folder: Folder, written: string, subject: string, missing: Code, at: string): readonly Finding[] {
  const { kind } = findTarget(folder, written.split('#')[0] ?? written)
  if (kind === 'outside') return [{ code: 'AK501', message: `${subject}, which leaves the pack.`, pointer: at }]
  return kind === 'missing' ? [{ code: missing, message: `${subject}, which does not exist.`, pointer: at }] : []
}

/** Anchors of the source map exist in their files (AK-255). Pages and other non-text positions are not checked. */
export const anchorUnresolved = sourceMapRule(
  ['AK408'],
  (folder, { reference, path, anchor, index }, owner) => {
    if (!path || (!anchor?.trim() && !path.includes('#'))) return []
    const isInPath = path.includes('#')
    const at = pointer('claims', index, 'source', isInPath ? 'path' : 'anchor')
    return checkAnchor(folder, isInPath ? parseReference(path) : reference, anchor ?? path, owner, at)
  },
  (folder, { sourceAnchors, index }, owner) =>
    (sourceAnchors ?? []).flatMap((written, place) => {
      const at = pointer('document_sections', index, 'source_anchors', place)
      return checkAnchor(folder, parseReference(written), written, owner, at)
    }),
)

function checkAnchor(
  folder: Folder,
  reference: AnchorReference | undefined,
  written: string,
  owner: string,
  at: string,
): readonly Finding[] {
  const subject = `The anchor ${showValue(written)} of ${owner}`
  if (!reference) return [{ code: 'AK408', message: `${subject} cannot be read.`, pointer: at }]
  const target = reference.anchor && findTarget(folder, reference.path)
  if (!reference.anchor || target?.kind !== 'file') return []
  if (resolveIn(folder, target.path, reference.anchor).kind !== 'absent') return []
  return [{ code: 'AK408', message: `${subject} is not in "${target.path}".`, pointer: at }]
}

export const compiledTargetMissing = sourceMapRule(
  ['AK409', 'AK501'],
  (folder, { compiledInto, index }, owner) => checkTargets(folder, compiledInto, owner, ['claims', index]),
  (folder, { compiledInto, index }, owner) => checkTargets(folder, compiledInto, owner, ['document_sections', index]),
)

function checkTargets(
  folder: Folder,
  compiledInto: readonly string[] | undefined,
  owner: string,
  path: readonly (string | number)[],
): readonly Finding[] {
  return (compiledInto ?? []).flatMap((written, place) => {
    const subject = `The ${owner} is compiled into ${showValue(written)}`
    return unusable(folder, written, subject, 'AK409', pointer(...path, 'compiled_into', place))
  })
}
