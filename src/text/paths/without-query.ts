/** A URL as it may be shown: its query may hold a token. */
export const withoutQuery = (url: string): string => url.replace(/\?[^]*$/, '?…')
