import type { InspectedPart } from '../../model/inspection.ts'
import type { Tokenizer } from '../../model/ports.ts'

/** Where an envelope or a section begins or ends. Content cannot have such a line: the fence seals what looks like one. */
const border = /^<\/?knowledge_\w+[^\n]*>$|^\[from [^\n]*\]$|^\[end [a-z2-7]{8}\]$/gm

/** The parts of a fenced text, in order and without gaps. */
export function fencedParts(text: string, tokenizer: Pick<Tokenizer, 'count'>): readonly InspectedPart[] {
  const borders = [...text.matchAll(border)].map(({ 0: line, index }) => ({ line, index }))
  return borders.flatMap(({ line, index: start }, i) => {
    const end = borders[i + 1]?.index ?? text.length
    const isSection = line.startsWith('[from ')
    return [
      {
        kind: isSection ? ('section' as const) : ('envelope' as const),
        title: isSection ? line.slice('[from '.length, -1) : titleOf(line),
        start,
        end,
        tokens: tokenizer.count(text.slice(start, end)),
      },
    ]
  })
}

const titleOf = (tag: string): string =>
  /^(?:<\/|\[end )/.test(tag) ? 'end' : (/\b(?:name|ref)="([^"]*)"/.exec(tag)?.[1] ?? 'envelope')
