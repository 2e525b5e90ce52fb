/** An id that is a sentence could instruct a model, so its position replaces it. */
export const shownId = (id: string, index: number): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(id) ? id : `case-${index + 1}`
