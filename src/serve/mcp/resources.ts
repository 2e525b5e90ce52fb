import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ListResourcesResult,
  type McpServer,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server'
import {
  isPlainRef,
  refusedReply,
  type Fenced,
  type RefusedGuide,
  type UnknownGuide,
  type Usable,
} from '../../app/index.ts'
import { limits } from '../../model/limits.ts'
import type { Door } from './door.ts'
import type { Listing } from './listing.ts'
import { troubleLine } from './failure.ts'

const kinds = ['pack', 'guide', 'unit'] as const
type Kind = (typeof kinds)[number]

const descriptions: Readonly<Record<Kind, string>> = {
  pack: 'The metadata of one pack, fenced as data.',
  guide: 'The guide of one pack, fenced as data.',
  unit: 'The whole content of one unit of a manifest, fenced as data.',
}

/** For lists of thousands. */
const summaries: Readonly<Record<Kind, string>> = {
  pack: 'Metadata of a pack.',
  guide: 'Guide of a pack.',
  unit: 'Whole unit of a manifest.',
}

const pageSize = 100

/** A door with its list. */
export type ListedDoor = Door & { readonly listing: Listing }

/** Packs, their guides and units that every gate allows. */
export function registerResources(server: McpServer, door: ListedDoor): void {
  for (const kind of kinds) {
    const template = new ResourceTemplate(`lorefence://${kind}/{name}`, {
      list: undefined,
      complete: { name: (value) => completions(door.listing, kind, value) },
    })
    server.registerResource(
      kind,
      template,
      { description: descriptions[kind], mimeType: 'text/plain' },
      (uri, { name }) => readResource(uri, kind, decoded(name), door),
    )
  }
  // The list of the MCP library has no pages.
  server.server.setRequestHandler('resources/list', ({ params }) => listResources(door.listing, params?.cursor))
}

function listResources(listing: Listing, cursor: string | undefined): ListResourcesResult {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8')
  if (cursor !== undefined && !after.startsWith('lorefence://'))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this server.')
  const usable = cursor === undefined ? listing.usable() : listing.latestUsable()
  const rest = placesOf(usable).filter(({ uri }) => uri > after)
  const page = rest.slice(0, pageSize)
  const last = page.at(-1)
  return {
    resources: page.map(resourceAt),
    ...(rest.length > pageSize && last ? { nextCursor: Buffer.from(last.uri).toString('base64url') } : {}),
  }
}

interface Place {
  readonly uri: string
  readonly kind: Kind
  readonly name: string
  readonly topics: readonly string[]
}

/** Computed once per list; sorted by address, so that the last address can serve as cursor. */
const placesOfList = new WeakMap<readonly Usable[], readonly Place[]>()

function placesOf(usable: readonly Usable[]): readonly Place[] {
  const known = placesOfList.get(usable)
  if (known) return known
  const places = usable
    .flatMap(({ kind, ref, topics }) =>
      (kind === 'unit' ? (['unit'] as const) : (['pack', 'guide'] as const)).map((shown) => {
        const name = ref.slice(kind.length + 1)
        return { uri: `lorefence://${shown}/${encodeURIComponent(name)}`, kind: shown, name, topics }
      }),
    )
    .sort((a, b) => (a.uri < b.uri ? -1 : 1))
  placesOfList.set(usable, places)
  return places
}

/** A list is not fenced, so it contains plain names only. */
function resourceAt({ uri, kind, name, topics }: Place): Resource {
  const shown = isPlainRef(name) ? name : encodeURIComponent(name)
  return {
    uri,
    name: `${kind}:${shown}`,
    description: [summaries[kind], ...(topics.length > 0 ? [`Topics: ${topics.join(', ')}.`] : [])].join(' '),
    mimeType: 'text/plain',
  }
}

const mostCompletions = 100

/** Names that start with the value, then those that contain it. */
export function completions(listing: Listing, kind: Kind, value = ''): string[] {
  const wanted = value.toLowerCase()
  const places = placesOf(listing.latestUsable()).filter((place) => place.kind === kind)
  const names = places.map(({ name }) => name).filter((name) => name.toLowerCase().includes(wanted))
  const rank = (name: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return names.sort((a, b) => rank(a) - rank(b)).slice(0, mostCompletions)
}

function decoded(name: string | readonly string[] | undefined): string {
  try {
    return decodeURIComponent(typeof name === 'string' ? name : '')
  } catch {
    return ''
  }
}

async function readResource({ href }: URL, kind: Kind, name: string, door: Door): Promise<ReadResourceResult> {
  const given = await open(kind, name, door).catch((error: unknown) => {
    throw new ProtocolError(ProtocolErrorCode.InternalError, troubleLine(error, door))
  })
  if (given.outcome === 'unknown') throw new ResourceNotFoundError(href)
  if (given.outcome === 'refused')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, (await refusedReply(given, door)).line ?? 'Not released.')
  return { contents: [{ uri: href, mimeType: 'text/plain', text: given.fenced }] }
}

type Given = { readonly outcome: 'given'; readonly fenced: Fenced } | RefusedGuide | UnknownGuide

async function open(kind: Kind, name: string, { knowledge }: Door): Promise<Given> {
  const maxTokens = limits.replyTokens
  switch (kind) {
    case 'guide':
      return knowledge.guide(`pack:${name}`, { maxTokens })
    case 'unit':
      return knowledge.unit(`unit:${name}`, { maxTokens })
    case 'pack':
      return knowledge.summary(`pack:${name}`)
  }
}
