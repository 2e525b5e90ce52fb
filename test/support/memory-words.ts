import type { NewText, TextNumbers, WordIndex } from '../../src/model/ports.ts'

const isAmong = (among: TextNumbers, number: number): boolean => (((among[number >> 3] ?? 0) >> (number & 7)) & 1) === 1

/** A shared index in memory that records its lookups. */
export function memoryWords(): WordIndex & { readonly texts: NewText[]; readonly looked: string[] } {
  const texts: NewText[] = []
  const looked: string[] = []
  const among = (numbers: TextNumbers): readonly (readonly [number, NewText])[] =>
    [...texts.entries()].filter(([number]) => isAmong(numbers, number))
  return {
    texts,
    looked,
    find: (keys) =>
      new Map(
        [...texts.entries()].flatMap(([number, { key, sizes }]) =>
          keys.includes(key) ? [[key, { number, sizes }] as const] : [],
        ),
      ),
    add: (added) => void texts.push(...added.filter(({ key }) => !texts.some((text) => text.key === key))),
    places(terms, numbers) {
      looked.push(...terms)
      return new Map(
        terms.map((term) => [
          term,
          among(numbers).flatMap(([number, text]) => {
            const places = text.places.get(term)
            return places ? [{ number, places }] : []
          }),
        ]),
      )
    },
    startingWith: (start, numbers) => [
      ...new Set(
        among(numbers).flatMap(([, { places }]) =>
          [...places].flatMap(([term, bytes]) => (term.startsWith(start) && bytes[0] !== 0 ? [term] : [])),
        ),
      ),
    ],
    outlines: (numbers) =>
      new Map(numbers.flatMap((number) => (texts[number] ? [[number, texts[number].outline] as const] : []))),
  }
}
