/** More are a warning; all are used. */
export const mostAliases = 100

const pattern = /^[a-z0-9][a-z0-9._-]*$/

export const isAlias = (text: string): boolean => pattern.test(text)
