/** Loaded together, where a store is used. */
export { connectDatabase } from './connect.ts'
export { inspectStore } from './inspect-store.ts'
export { migrateDatabase } from './migrate.ts'
export { openStore, postgresPorts } from './postgres-ports.ts'
export { pushFiles, tidyWords } from './push-files.ts'
export { storedKnowledge, type StoredKnowledge, type StorePlace } from './stored-knowledge.ts'
export { withWorkspace } from './with-workspace.ts'
