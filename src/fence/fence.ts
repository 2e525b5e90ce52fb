import type { Fenced } from '../model/brands.ts'
import type { Pack } from '../model/pack.ts'
import { envelope, fenced, type Attributes } from './envelope.ts'
import { manifestEnvelope, type ManifestContext } from './manifest.ts'
import { remarkLines, sectionsText, type Remarks, type FencedSection } from './sections.ts'
import { groundingSentence, dataSentenceFor } from './sentences.ts'

/** The excerpts of one pack in one answer. */
export interface PackContext extends Remarks {
  readonly pack: Pack
  readonly excerpts: readonly FencedSection[]
}

/** Wraps the excerpts of each pack in an envelope of its own, persona packs first. */
export function fencePacks(contexts: readonly PackContext[]): Fenced {
  return fenceEntries(contexts)
}

/** Packs and manifests of one answer, personas first, otherwise in the order of `contexts`. */
export function fenceEntries(contexts: readonly (PackContext | ManifestContext)[]): Fenced {
  const isPersona = (context: PackContext | ManifestContext): boolean =>
    'pack' in context && context.pack.mode === 'persona'
  const ordered = [...contexts].sort((a, b) => Number(isPersona(b)) - Number(isPersona(a)))
  return fenced(ordered.map((context) => ('pack' in context ? fencePack(context) : manifestEnvelope(context))))
}

function fencePack({ pack, excerpts, ...remarks }: PackContext): string {
  const header = [
    dataSentenceFor(pack.mode),
    ...(pack.grounding === 'required' ? [groundingSentence] : []),
    ...remarkLines(remarks),
  ]
  return envelope('knowledge_pack', attributesOf(pack), { header, body: sectionsText(excerpts) })
}

function attributesOf(pack: Pack): Attributes {
  return [
    ['name', pack.name],
    ['status', pack.status],
    ['trust', pack.trust],
    ['grounding', pack.grounding],
    ['profile', pack.profile],
    ['mode', pack.mode],
    ['runtime_mode', pack.mode],
  ]
}
