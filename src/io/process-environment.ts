import type { Environment } from './state-folder.ts'

/** What this process was started with. */
export const processEnvironment = (): Environment => process.env
