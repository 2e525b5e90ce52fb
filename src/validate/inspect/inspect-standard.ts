import type { PackHead } from '../../model/documents/pack.ts'
import type { Folder } from '../folder.ts'
import { newestCompileRun } from '../pack-facts/newest-compile-run.ts'

/** Packs declare no version of the standard; this is the lowest that has everything the pack uses (AK-353). */
export interface StandardUse {
  readonly version: string
  /** What needs that version. */
  readonly because: readonly string[]
}

interface Feature {
  readonly version: string
  readonly name: string
  isUsed(head: PackHead, folder: Folder): boolean
}

const holds = (version: string, name: string, pattern: RegExp): Feature => ({
  version,
  name,
  isUsed: (_head, folder) => folder.files.some((path) => pattern.test(path)),
})

const declares = (version: string, name: string, isUsed: (head: PackHead) => boolean): Feature => ({
  version,
  name,
  isUsed,
})

/** Newest first. Only the last type is listed: the changelog does not date the others. */
const features: readonly Feature[] = [
  holds('0.7.2', 'answers/', /^answers\//),
  declares('0.7.2', 'metadata.primaryAnswers', (head) => head.metadata?.primaryAnswers !== undefined),
  holds(
    '0.7.1',
    'operational ontology files',
    /^ontology\/(?:signals|objectives|resources|action-types|decision-gates|action-logs|feedback)\.json$/,
  ),
  holds('0.7.0', 'ontology/', /^ontology\//),
  declares('0.7.0', 'metadata.primaryOntology', (head) => head.metadata?.primaryOntology !== undefined),
  declares('0.7.0', 'type: content-ontology', (head) => head.type === 'content-ontology'),
  declares('0.6.0', 'profile', (head) => head.profile !== undefined),
  declares('0.6.0', 'runtime.mode', (head) => head.runtime?.mode !== undefined),
  declares('0.6.0', 'metadata.primaryDocument', (head) => head.metadata?.primaryDocument !== undefined),
  declares('0.6.0', 'metadata.producedBy', (head) => head.metadata?.producedBy !== undefined),
  holds('0.6.0', 'documents/', /^documents\//),
  holds('0.6.0', 'compiled/splits/', /^compiled\/splits\//),
  {
    version: '0.6.0',
    name: 'builder_skill of a compile run',
    isUsed: (_head, folder) => newestCompileRun(folder)?.record.builderSkill !== undefined,
  },
  holds('0.5.0', 'context records', /^runs\/context-[^/]*\.json$/),
  holds('0.4.0', 'compile records', /^runs\/compile-[^/]*\.json$/),
  holds('0.4.0', 'indexes/source-map.json', /^indexes\/source-map\.json$/),
  holds('0.4.0', 'discovery suites', /^evals\/discovery\.(?:train|validation)\.json$/),
  holds('0.2.0', 'evals/', /^evals\//),
]

export function standardOf(head: PackHead, folder: Folder): StandardUse {
  const first = features.find((feature) => feature.isUsed(head, folder))
  if (!first) return { version: '0.1.0', because: [] }
  const because = features
    .filter(({ version }) => version === first.version)
    .filter((feature) => feature.isUsed(head, folder))
    .map(({ name }) => name)
  return { version: first.version, because }
}
