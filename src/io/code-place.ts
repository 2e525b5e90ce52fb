/** Differs between builds: the name of a built file contains the digest of its code and of what it imports. */
export const codePlace = import.meta.url
