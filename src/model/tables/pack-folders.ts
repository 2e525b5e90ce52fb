/** Folders of a pack in the standard, each with its role. All are optional (AK-003). */
export const packFolders = {
  documents: 'facts',
  wiki: 'facts',
  compiled: 'runtime',
  ontology: 'graph',
  answers: 'answers',
  sources: 'evidence',
  indexes: 'candidates',
  runs: 'audit',
  schemas: 'contracts',
  evals: 'tests',
  assets: 'on-demand',
} as const

export type PackFolder = keyof typeof packFolders
export type FolderRole = (typeof packFolders)[PackFolder]

export const isPackFolder = (name: string): name is PackFolder => Object.hasOwn(packFolders, name)
