import type { Fenced } from '../model/brands.ts'
import { envelope, fenced } from './envelope.ts'
import { sealHidden } from './seal.ts'
import { dataSentenceFor } from './sentences.ts'

export interface CommandCardText {
  readonly command: string
  readonly from: string
  readonly lines: readonly string[]
}

/** What a card says about a command, as data. */
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
