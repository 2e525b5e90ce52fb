import { passedOver, type PassedOver } from '../../federate/choose-source.ts'
import { declaredBy, resolveGraph, type Declarer, type SourceVisit } from '../../federate/resolve.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import type { FederatedSource, Federation } from '../../model/distribution/federation.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Fetcher } from '../../model/ports.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { missingSentence } from '../decide/external-units.ts'
import type { CopyPlace, FederateOptions, FederateWorld, Result, Session } from './federate-world.ts'
import { loadSource, skipped } from './load-source.ts'
import { withoutQuery } from '../../text/notations/urls.ts'

/**
 * Resolves what the granted manifests of a catalog declare (KCP §3.6) and writes a copy of each fetched manifest.
 * A copy is knowledge like any other: nothing of it is used until a person grants it.
 */
export async function federate(
  catalog: Catalog,
  world: FederateWorld,
  options: FederateOptions = {},
): Promise<Federation> {
  const declaring = catalog.entries.filter(declaresOthers)
  const starts = declaring.filter(({ standing }) => standing !== 'ungranted')
  const granted = new Set(
    catalog.entries
      .filter(({ standing }) => standing !== 'ungranted')
      .map(({ found }) => `${found.folder}/${found.file}`),
  )
  const once = fetchOnce(world.fetcher)
  const sources: FederatedSource[] = []
  const diagnostics: Diagnostic[] = []
  for (const root of new Set(starts.map(({ found }) => found.root))) {
    const session = { world: { ...world, fetcher: once }, options, granted }
    const visited = await resolveGraph(starts.filter(({ found }) => found.root === root).map(startOf), stepsOf(session))
    for (const { visit, outcome } of visited) {
      sources.push(sourceOf(visit, outcome))
      diagnostics.push(
        ...diagnose([...(outcome.findings ?? []), ...unavailable(visit, outcome)], { file: visit.by.name, text: '' }),
      )
    }
  }
  const shown = (entries: readonly CatalogEntry[]): readonly string[] => entries.map(({ found }) => found.path)
  return {
    starts: shown(starts),
    ungranted: shown(declaring.filter(({ standing }) => standing === 'ungranted')),
    sources,
    diagnostics,
  }
}

type DeclaringEntry = CatalogEntry & { readonly document: Manifest }

/** Manifests that only other manifests declare are reached through those. */
const declaresOthers = ({ document, found }: CatalogEntry): boolean =>
  document.kind === 'manifest' && found.via !== 'manifest' && declaredBy(document).length > 0

const startOf = ({ document, found, signature }: CatalogEntry): Declarer<CopyPlace> => ({
  manifest: document as DeclaringEntry['document'],
  place: { root: found.root, folder: found.folder.slice(found.root.length + 1), granted: true },
  name: found.path,
  chain: [],
  tier: signature?.tier,
})

/** Several roots may declare one URL. */
function fetchOnce(fetcher: Fetcher): Fetcher {
  const known = new Map<string, ReturnType<Fetcher['fetch']>>()
  return {
    fetch(request) {
      const key = JSON.stringify([request.url, request.authorization])
      const found = known.get(key) ?? fetcher.fetch(request)
      known.set(key, found)
      return found
    },
  }
}

function stepsOf(session: Session) {
  const { world, options } = session
  const { ports, environment } = world
  const choosing = { now: ports.clock.now(), environment }
  return {
    passOver({ entry, by }: SourceVisit<CopyPlace>): Result | undefined {
      const passed = passedOver(entry, by.manifest, choosing)
      if (passed) return skipped(passedSentence(passed))
      return entry.relationship === 'archive' && options.archive !== true
        ? skipped('It is an archive; --archive includes it.')
        : undefined
    },
    overLimit: (visit: SourceVisit<CopyPlace>, limit: 'manifests' | 'depth'): Result => ({
      source: { outcome: 'skipped', code: 'RUN710', detail: limitSentences[limit] },
      findings: [
        { code: 'RUN710', message: `The manifest ${showValue(visit.id)} is not used. ${limitSentences[limit]}` },
      ],
    }),
    async load(visit: SourceVisit<CopyPlace>) {
      const loaded = await loadSource(visit, session)
      options.onStep?.()
      return loaded
    },
  }
}

const limitSentences = {
  manifests: `Of manifests that only others declare, ${limits.federatedManifests} are used.`,
  depth: `It is more than ${limits.federationDepth} hops away.`,
}

/** Why a declared manifest does not count, as a sentence. */
function passedSentence({ code, value }: PassedOver): string {
  switch (code) {
    case 'not-yet':
      return `It is declared from ${showValue(value)} on.`
    case 'expired':
      return `It was declared until ${showValue(value)}.`
    case 'superseded':
      return `The manifest ${showValue(value)} replaces it.`
    case 'context':
      return `It is declared for the environment ${showValue(value)}.`
    case 'context-unknown':
      return (
        `It is declared for the environment ${showValue(value)}, and yours is not known; ` +
        'set KCP_ENVIRONMENT or "requester: {environment: …}" in your config.'
      )
  }
}

function sourceOf(visit: SourceVisit<CopyPlace>, { source }: Result): FederatedSource {
  const { id, url, by } = visit
  const dependents = source.path === undefined ? dependentsOf(visit) : []
  return {
    id,
    ...(url === undefined ? {} : { url: withoutQuery(url) }),
    declaredBy: [...by.chain, by.name],
    ...source,
    ...(dependents.length > 0 ? { dependents } : {}),
  }
}

/** KCP §3.6: reports a missing manifest for each unit that depends on it, unless the unit declares to skip it. */
function unavailable(visit: SourceVisit<CopyPlace>, { source }: Result): readonly Finding[] {
  if (source.path !== undefined) return []
  return dependentsOf(visit)
    .filter(({ onFailure }) => onFailure !== 'skip')
    .map(({ unit }) => ({ code: 'KCP709' as const, message: missingSentence(unit, visit.id) }))
}

const dependentsOf = ({ id, by }: SourceVisit<CopyPlace>): NonNullable<FederatedSource['dependents']> =>
  by.manifest.units.flatMap(({ id: unit, externalDependsOn = [] }) =>
    externalDependsOn.filter(({ manifest }) => manifest === id).map(({ onFailure = 'skip' }) => ({ unit, onFailure })),
  )
