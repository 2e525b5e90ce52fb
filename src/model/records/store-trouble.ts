/** A store cannot be read or written now, so nothing was decided or released; it may be asked again later. */
export class StoreTrouble extends Error {}
