import type { Environment } from './stores/state-folder.ts'

export const processEnvironment = (): Environment => process.env
