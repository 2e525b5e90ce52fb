export { completionVerb } from './completion.ts'
export { fenceVerb } from './fence.ts'
export { schemaVerb } from './schema.ts'
export { unfenceVerb } from './unfence.ts'
