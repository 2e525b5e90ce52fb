import type { DocumentFormat } from '../documents/document-class.ts'
import { fileName } from '../../text/paths/paths.ts'
import { isRootReadme } from '../documents/find-documents.ts'
import { sentences } from '../documents/first-sentence.ts'
import { statement } from '../documents/intent.ts'
import { shortened } from '../../text/markup/list-line.ts'
import { oneLine } from '../documents/plain-line.ts'
import type { ProjectFacts } from '../documents/project-facts.ts'
import { openingParagraph, type ProseFormat } from '../documents/prose-lead.ts'
import type { ReadDocument } from '../documents/read-document.ts'
import { latinSlug } from './unit-id.ts'
import { yamlText } from './yaml-text.ts'

export interface PackOrigin {
  readonly name: string
  readonly project: ProjectFacts
  readonly today: string
  readonly tool: { readonly name: string; readonly version: string; readonly kind?: 'tool' | 'import' }
  /** Where the documents are copied to. Default: documents. */
  readonly layer?: 'documents' | 'wiki'
  /** Fields of the manifest that the documents come from, and the intents of its units by path. */
  readonly declared?: {
    readonly version?: string
    readonly updated?: string
    readonly license?: string
    readonly language?: string
    readonly intents: ReadonlyMap<string, string>
  }
}

/** A shorter description does not suffice to choose a pack (AK-035). */
const shortestDescription = 40
const longestDescription = 900
const longestMap = 200

export function packName(text: string): string {
  const name = latinSlug(text)
  return name === '' ? 'knowledge' : name
}

/** A `KNOWLEDGE.md` for copied documents. Always an unreviewed draft: only a person sets it ready (AK-128). */
export function draftPack(documents: readonly ReadDocument[], origin: PackOrigin): string {
  const { layer = 'documents' } = origin
  const description = descriptionOf(documents, origin.project)
  const head = yamlText({
    name: origin.name,
    description,
    type: 'domain-reference',
    status: 'draft',
    profile: layer === 'wiki' ? 'wiki-first' : 'document-first',
    version: origin.declared?.version ?? '0.1.0',
    language: origin.declared?.language,
    license: origin.declared?.license ?? origin.project.license,
    trust: 'unreviewed',
    updated: origin.declared?.updated ?? origin.today,
    grounding: 'recommended',
    runtime: { mode: 'data' },
    metadata: {
      primaryDocument: layer === 'documents' ? primaryOf(documents) : undefined,
      producedBy: { kind: origin.tool.kind ?? 'tool', name: origin.tool.name, version: origin.tool.version },
    },
  })
  return `---\n${head}---\n\n${bodyOf(documents, origin, description)}`
}

const copyOf = (path: string, layer: string): string => `${layer}/${path}`

/** The document to start from. A document-first pack declares one (AK401). */
function primaryOf(documents: readonly ReadDocument[]): string | undefined {
  const primary =
    documents.find(({ path }) => isRootReadme(path)) ??
    documents.find(({ path }) => /^index\.\w+$/i.test(path)) ??
    documents[0]
  return primary && copyOf(primary.path, 'documents')
}

function titleOf({ lead, path }: ReadDocument): string {
  return shortened((lead.title ?? fileName(path)).replaceAll('`', ''), 100)
}

/** The opening of the README and the titles of the documents; if that is too short, only facts. */
function descriptionOf(documents: readonly ReadDocument[], project: ProjectFacts): string {
  const readme = documents.find(({ path }) => isRootReadme(path))
  const own = readme && readmeWords(readme)
  const titles = [...new Set(documents.filter((document) => document !== readme || !own).map(titleOf))].join(', ')
  const listed = titles === '' ? '' : ` Documents: ${stopped(titles)}`
  const described = own === undefined ? '' : `${own}${listed}`
  if (described.length >= shortestDescription) return shortened(described, longestDescription)
  const count = documents.length === 1 ? 'one document' : `${documents.length} documents`
  return shortened(
    `Knowledge of the project ${project.name} with ${count}: ${stopped(documents.map(titleOf).join(', '))}`,
    longestDescription,
  )
}

const stopped = (text: string): string => (/[.?!。？！…]$/u.test(text) ? text : `${text}.`)

const isData = (format: DocumentFormat): format is Exclude<DocumentFormat, ProseFormat> =>
  format === 'openapi' || format === 'json-schema' || format === 'other'

function readmeWords({ lead, text, class: { format } }: ReadDocument): string | undefined {
  if (lead.title === undefined || lead.sentence === undefined || isData(format)) return undefined
  const opening = sentences(openingParagraph(text, format), 2)
  return statement(lead.title, shortened(opening.startsWith(lead.sentence) ? opening : lead.sentence, 400))
}

function bodyOf(
  documents: readonly ReadDocument[],
  { name, today, layer = 'documents', declared }: PackOrigin,
  description: string,
): string {
  const listed = documents.slice(0, longestMap)
  const more = documents.length - listed.length
  return [
    `# ${name}`,
    '',
    description,
    '',
    '## Context map',
    '',
    ...listed.map((document) => {
      const about = declared?.intents.get(document.path)
      return `- \`${copyOf(document.path, layer)}\`: ${about === undefined ? titleOf(document) : oneLine(about)}`
    }),
    ...(more > 0 ? [`- \`${layer}/\`: ${more} more documents`] : []),
    '',
    '## Boundaries',
    '',
    `- The documents were copied on ${today} and may have changed since.`,
    '- It covers only the content of these documents; anything else is unknown.',
    '',
  ].join('\n')
}
