import { draftKcpVersion } from '../../model/tables/vocabulary.ts'
import { findInjections } from '../../text/detect/injection.ts'
import { fileName } from '../../text/paths/paths.ts'
import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import { isRootReadme, type SkippedFile } from '../documents/find-documents.ts'
import { anyWords, intentOf } from '../documents/intent.ts'
import type { ProjectFacts } from '../documents/project-facts.ts'
import type { ReadDocument } from '../documents/read-document.ts'
import { structureLead } from '../documents/structure-lead.ts'
import { detached, distinctTriggers, triggerReader } from '../documents/triggers.ts'
import { unitIds } from './unit-id.ts'
import { yamlItem, yamlText } from './yaml-text.ts'

export interface DraftUnit {
  readonly path: string
  readonly intent: string
  readonly class: ReadDocument['class']
  readonly tokens: number
  readonly triggers: readonly string[]
}

/** Drafts units one by one; a manifest has one drafter for all its documents. */
export function unitDrafter(project: ProjectFacts): (document: ReadDocument) => DraftUnit | SkippedFile {
  const triggersOf = triggerReader()
  return (document) => draftUnit(document, project, triggersOf)
}

/**
 * A unit for a document that has a title or a sentence; otherwise why there is none (KCP §4.4: no invented intents).
 */
function draftUnit(
  document: ReadDocument,
  project: ProjectFacts,
  triggersOf: ReturnType<typeof triggerReader>,
): DraftUnit | SkippedFile {
  const { path, class: kind, text } = document
  const named = defaultTitle(document, project)
  const lead = named === undefined ? document.lead : { title: named, ...document.lead }
  const own = intentOf(lead, path)
  const intent = own ?? anyWords(structureLead({ ...document, lead }))
  if (intent === undefined) return { path, reason: 'no title and no sentence for an intent; add it by hand' }
  if (own === undefined && findInjections(intent).length > 0)
    return { path, reason: 'its first lines contain instructions for a model' }
  return {
    path,
    intent: detached(intent),
    class: kind,
    tokens: estimateTokens(text),
    triggers: triggersOf(document.lead),
  }
}

/** The README describes the project, so it needs no title; a document of an unknown format has its name. */
function defaultTitle({ path, class: kind }: ReadDocument, project: ProjectFacts): string | undefined {
  if (isRootReadme(path)) return project.name
  return kind.format === 'other' ? fileName(path) : undefined
}

const advice =
  '# Drafted from the documents: check every intent and trigger, then set "validated" in the checked units.\n'

/** A `knowledge.yaml` for files in place. */
export function draftManifest(units: readonly DraftUnit[], project: ProjectFacts, today: string): string {
  const head = yamlText({
    kcp_version: draftKcpVersion,
    project: project.name,
    version: '0.1.0',
    updated: today,
    license: project.license,
  })
  return `${advice}${head}units:\n${unitLines(units)}`
}

/** Units as list items of a manifest; `taken` are the ids that it already has. */
export function unitLines(units: readonly DraftUnit[], taken: readonly string[] = []): string {
  const triggers = distinctTriggers(units.map((unit) => unit.triggers))
  const ids = unitIds(
    units.map((unit) => unit.path),
    taken,
  )
  return units.map((unit, i) => unitItem({ ...unit, triggers: triggers[i] ?? [] }, ids[i] ?? '')).join('')
}

function unitItem({ path, intent, class: kind, tokens, triggers }: DraftUnit, id: string): string {
  const fields = {
    id,
    path,
    kind: kind.artifact,
    intent,
    format: kind.format === 'other' ? undefined : kind.format,
    scope: kind.breadth,
    audience: kind.forDevelopers ? ['human', 'agent', 'developer'] : ['human', 'agent'],
    triggers: triggers.length > 0 ? triggers : undefined,
    hints: { token_estimate: tokens, priority: kind.reference ? 'reference' : undefined },
  }
  return yamlItem(fields, '  ')
}

/** `/.well-known/kcp.json` (KCP §1.4, §3.7). */
export function draftWellKnown(project: ProjectFacts): string {
  const described = {
    kcp_version: draftKcpVersion,
    manifest: '/knowledge.yaml',
    title: project.name,
    network: { role: 'standalone' },
  }
  return `${JSON.stringify(described, null, 2)}\n`
}

/** The line in llms.txt that links the manifest (KCP §1.2). */
export const llmsLine = '> knowledge: /knowledge.yaml'
