export { readPropertiesVerb } from './read-properties.ts'
export { resolveContextVerb } from './resolve-context.ts'
export { toCatalogVerb } from './to-catalog.ts'
export { validateRunVerb } from './validate-run.ts'
