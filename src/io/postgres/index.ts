/** Loaded together, where a store is used. */
export { postgresPorts } from './postgres-ports.ts'
export { withWorkspace } from './with-workspace.ts'
