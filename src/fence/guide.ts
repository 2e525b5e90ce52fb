import type { Fenced } from '../model/decisions/brands.ts'
import type { Resource } from '../model/reading/guide.ts'
import type { Pack } from '../model/documents/pack.ts'
import { envelope, fenced, type Attributes } from './envelope.ts'
import { sealAttribute, sealHidden, sealLine } from './seal.ts'
import { remarkLines, type Remarks } from './sections.ts'
import { alreadyReturned, guideSentence } from './sentences.ts'

interface GuideText extends Remarks {
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

/** Longer names are left out of a stub, which must stay short. */
const longestName = 24

/** Replaces a guide that the session already has and that has not changed (AK-142). It has no text of the pack. */
export function fenceGuideStub({ name }: Pack): Fenced {
  const named = name.length > longestName ? '' : ` name="${sealAttribute(name)}"`
  return fenced([`<knowledge_pack_guide${named}>${alreadyReturned}</knowledge_pack_guide>`])
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
