import type { Fenced } from '../model/brands.ts'
import type { Resource } from '../model/guide.ts'
import type { Pack } from '../model/pack.ts'
import { envelope, fenced, type Attributes } from './envelope.ts'
import { remarkLines, type Remarks } from './sections.ts'
import { sealAttribute, sealHidden, sealLine } from './seal.ts'
import { guideSentence } from './sentences.ts'

export interface GuideText extends Remarks {
  readonly pack: Pack
  /** The pack's folder as shown, relative to its root. */
  readonly folder: string
  readonly body: string
  readonly resources: readonly Resource[]
  /** Resources beyond those listed. */
  readonly unlisted: number
}

/** The guide with the list of resources; it contains no text of the listed files (AK-139, AK-141). */
export function fenceGuide({ pack, folder, body, resources, unlisted, ...remarks }: GuideText): Fenced {
  const header = [
    guideSentence,
    `Pack root: ${sealLine(folder)}`,
    'Relative paths are resolved from the pack root.',
    ...remarkLines(remarks),
  ]
  const tail = [
    '<knowledge_resources>',
    ...resources.map(({ kind, path }) => `  <file kind="${kind}">${sealAttribute(path)}</file>`),
    ...(unlisted > 0 ? [`  [${unlisted} more files are not listed]`] : []),
    '</knowledge_resources>',
  ].join('\n')
  return fenced([envelope('knowledge_pack_guide', attributesOf(pack), { header, body: sealHidden(body.trim()), tail })])
}

/** Replaces a guide that the session already has (AK-142). */
export function fenceGuideStub(pack: Pack, digest: string): Fenced {
  const body =
    `This guide was already returned in this session and has not changed: ${digest}. ` +
    'Request it again to get its text.'
  return fenced([envelope('knowledge_pack_guide', attributesOf(pack), { header: [guideSentence], body })])
}

function attributesOf(pack: Pack): Attributes {
  return [
    ['name', pack.name],
    ['status', pack.status],
    ['trust', pack.trust],
    ['profile', pack.profile],
    ['runtime_mode', pack.mode],
  ]
}
