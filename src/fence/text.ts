import type { Fenced } from '../model/decisions/brands.ts'
import { envelope, fenced } from './envelope.ts'
import { sealHidden } from './seal.ts'
import { dataSentenceFor } from './sentences.ts'

/** Fences a text about a manifest, such as a list of its units. */
export function fenceManifestText(text: string, name: string): Fenced {
  return fenced([
    envelope('knowledge_manifest', [['name', name]], { header: [dataSentenceFor('data')], body: sealHidden(text) }),
  ])
}

/** Fences any text; `unfence` restores it exactly. A `mode` of `persona` selects the sentence for personas. */
export function fenceText(text: string, attributes: Readonly<Record<string, string | undefined>> = {}): Fenced {
  const header = [dataSentenceFor(attributes['mode'] === 'persona' ? 'persona' : 'data')]
  return fenced([envelope('knowledge_pack', Object.entries(attributes), { header, body: sealHidden(text) })])
}

interface CommandCardText {
  readonly command: string
  readonly from: string
  readonly lines: readonly string[]
}

/** The text of a card about a shell command. */
export const fenceCommandCard = ({ command, from, lines }: CommandCardText): Fenced =>
  fenced([
    envelope(
      'knowledge_manifest',
      [
        ['name', `command ${command}`],
        ['source', from],
      ],
      { header: [dataSentenceFor('data')], body: sealHidden(lines.join('\n')) },
    ),
  ])
