/** Tools take names and refs only, no paths. */
export const isPath = (written: string): boolean =>
  /^[./~\\]|^[A-Za-z]:[\\/]|^file:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(written)
