import type { Environment } from './stores/state-folder.ts'

/** What this process was started with. */
export const processEnvironment = (): Environment => process.env
