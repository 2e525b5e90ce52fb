/** Kept equal to package.json by a test; a constant because start-up must not read files. */
export const version = '0.1.0'
