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
import type { Fenced, Knowledge, RefusedGuide, UnknownGuide } from '../../app/index.ts'
import { limits } from '../../model/limits.ts'
import type { Door } from './door.ts'
import { troubleLine } from './failure.ts'
import { refusedReply } from './refusal.ts'
import { isPlain } from './reply.ts'

const kinds = ['pack', 'guide', 'unit'] as const
type Kind = (typeof kinds)[number]

const descriptions: Readonly<Record<Kind, string>> = {
  pack: 'The metadata of one pack, fenced as data.',
  guide: 'The guide of one pack, fenced as data.',
  unit: 'The whole content of one unit of a manifest, fenced as data.',
}

const pageSize = 100

/** Packs, their guides and units that every gate allows. */
export function registerResources(server: McpServer, door: Door): void {
  for (const kind of kinds) {
    const template = new ResourceTemplate(`lorefence://${kind}/{name}`, {
      list: undefined,
      complete: { name: (value) => completions(door.knowledge, kind, value) },
    })
    server.registerResource(
      kind,
      template,
      { description: descriptions[kind], mimeType: 'text/plain' },
      (uri, { name }) => readResource(uri, kind, decoded(name), door),
    )
  }
  // The list of the library has no pages.
  server.server.setRequestHandler('resources/list', ({ params }) => listResources(door.knowledge, params?.cursor))
}

function listResources(knowledge: Knowledge, cursor: string | undefined): ListResourcesResult {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8')
  if (cursor !== undefined && !after.startsWith('lorefence://'))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this server.')
  const all = kinds.flatMap((kind) =>
    namesOf(knowledge, kind).map((name): Resource => ({
      uri: uriOf(kind, name),
      name: `${kind}:${isPlain(name) ? name : encodeURIComponent(name)}`,
      mimeType: 'text/plain',
    })),
  )
  const rest = all.filter(({ uri }) => uri > after).sort((a, b) => (a.uri < b.uri ? -1 : 1))
  const resources = rest.slice(0, pageSize)
  const last = resources.at(-1)
  return {
    resources,
    ...(rest.length > pageSize && last ? { nextCursor: Buffer.from(last.uri).toString('base64url') } : {}),
  }
}

function namesOf(knowledge: Knowledge, kind: Kind): readonly string[] {
  const wanted = kind === 'unit' ? 'unit' : 'pack'
  return knowledge
    .usable()
    .filter((entry) => entry.kind === wanted)
    .map(({ ref }) => ref.slice(wanted.length + 1))
}

const mostCompletions = 100

export const completions = (knowledge: Knowledge, kind: Kind, value = ''): string[] =>
  namesOf(knowledge, kind)
    .filter((name) => name.includes(value))
    .slice(0, mostCompletions)

const uriOf = (kind: Kind, name: string): string => `lorefence://${kind}/${encodeURIComponent(name)}`

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
