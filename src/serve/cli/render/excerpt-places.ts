import type { Excerpt } from '../../../app/index.ts'

/** Excerpts as a script gets them: where they stand and why they were taken. Their words are in the fence and nowhere else (AK-177). */
export const excerptPlaces = (excerpts: readonly Excerpt[]): readonly Omit<Excerpt, 'text'>[] =>
  excerpts.map(({ text: _text, ...place }) => place)
