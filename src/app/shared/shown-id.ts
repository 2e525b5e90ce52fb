/** An id that is a sentence could speak to a model; its place in the suite is enough. */
export const shownId = (id: string, index: number): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(id) ? id : `case-${index + 1}`
