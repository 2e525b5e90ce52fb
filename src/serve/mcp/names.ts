/** Names and refs only: a model has no business with places on the disk. */
export const isPath = (written: string): boolean =>
  /^[./~\\]|^[A-Za-z]:[\\/]|^file:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(written)
