import type { Excerpt } from '../../../app/index.ts'

/** Excerpts for scripts: places and reasons. Their text is in the fence only (AK-177). */
export const excerptPlaces = (excerpts: readonly Excerpt[]): readonly Omit<Excerpt, 'text'>[] =>
  excerpts.map(({ text: _text, ...place }) => place)
