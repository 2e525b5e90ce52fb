/** Lower case without separators, so that `evidence_status`, `evidenceStatus` and `evidence-status` are one name. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '')
