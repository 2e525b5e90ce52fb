/**
 * Lists of an ontology by their names in lower case without separators, with the kind of their records (AK-261,
 * AK-276).
 */
export const ontologyLists: ReadonlyMap<string, string> = new Map([
  ['concepts', 'concept'],
  ['relations', 'relation'],
  ['claims', 'claim'],
  ['evidence', 'evidence'],
  ['constraints', 'constraint'],
  ['coverage', 'coverage'],
  ['signals', 'signal'],
  ['objectives', 'objective'],
  ['resources', 'resource'],
  ['actiontypes', 'action-type'],
  ['decisiongates', 'decision-gate'],
  ['actionlogs', 'action-log'],
  ['feedback', 'feedback'],
])

/** Lists of an answer-ready pack, likewise (AK-284). */
export const answerLists: ReadonlyMap<string, string> = new Map([
  ['questions', 'question'],
  ['answerblocks', 'answer-block'],
  ['citationtargets', 'citation-target'],
  ['sourcesurfaces', 'source-surface'],
  ['structureddata', 'structured-data'],
  ['monitoringruns', 'monitoring-run'],
])

/** Usual names of a list whose kind the file's name determines. */
export const plainLists = ['items', 'records', 'rows', 'entries', 'list', 'data', 'nodes', '@graph']

/** Fields of which a record has at least one; a mapping without them is a list by id. */
export const namingFields = ['id', '@id', 'name', 'label', 'title']
