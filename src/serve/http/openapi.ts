import { argumentSchema, replyFacts } from '../../app/index.ts'
import { version } from '../../version.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import { apiRoutes, type ApiRoute } from './api.ts'
import type { ViewRoute } from './view-route.ts'
import { viewRoutes } from './view-routes.ts'

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of this server, from the field tables of the tools. */
export function openApiDocument(routes: readonly ViewRoute[] = viewRoutes): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'lorefence',
      version,
      description:
        'Declared knowledge for agents: decided for the credential of each request, fenced as data, recorded.',
    },
    security: [{ bearer: [] }],
    paths: {
      ...Object.fromEntries(
        apiRoutes.map((route) => [route.path, { [route.method.toLowerCase()]: operationOf(route) }]),
      ),
      ...viewPaths(routes),
      '/v1/units/{id}': {
        get: {
          operationId: 'unit',
          summary: 'One whole unit by its id or ref; without a credential, one that is for everybody',
          security: [{ bearer: [] }, {}],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'The unit, fenced', content: jsonOf({ type: 'object' }) }, ...refusals },
        },
      },
      ...Object.fromEntries(
        plainRoutes.map(([path, summary, type]) => [path, { get: plainOperation(path, summary, type) }]),
      ),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Reply: replySchema(), Problem: problemSchema },
    },
  }
}

const jsonOf = (schema: Json): Json => ({ 'application/json': { schema } })

const refusals: Json = {
  default: {
    description: 'A problem (RFC 9457)',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
}

/** Without arguments. */
const plainRoutes = [
  ['/healthz', 'Whether the process runs', 'application/json'],
  ['/readyz', 'Whether requests are answered', 'application/json'],
  ['/metrics', 'Counters for Prometheus', 'text/plain'],
  ['/v1/identity', 'Whom this credential stands for', 'application/json'],
  ['/v1/openapi.json', 'This document', 'application/json'],
  ['/.well-known/agent.json', 'An A2A card that names the discovery document', 'application/json'],
  ['/.well-known/kcp.json', 'The discovery document of KCP, which names the manifest', 'application/json'],
  ['/knowledge.yaml', 'The manifest as the requester may know it', 'application/yaml'],
] as const

const plainOperation = (path: string, summary: string, type: string): Json => ({
  operationId: path.replaceAll(/\W+/g, '-').replace(/^-/, ''),
  summary,
  ...(path === '/metrics' || path === '/v1/identity' ? {} : { security: [] }),
  responses: { 200: { description: summary, content: { [type]: {} } }, ...refusals },
})

/** The body of a POST, or query parameters. */
function inputOf(table: FieldTable, method: 'GET' | 'POST'): Json {
  const schema = argumentSchema(table)
  if (method === 'POST') return { requestBody: { required: true, content: jsonOf({ ...schema }) } }
  return {
    parameters: Object.entries(schema.properties).map(([name, property]) => ({
      name,
      in: 'query',
      required: schema.required.includes(name),
      schema: property,
    })),
  }
}

function operationOf({ tool, method }: ApiRoute): Json {
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    ...inputOf(tool.input, method),
    responses: {
      200: { description: 'The reply', content: jsonOf({ $ref: '#/components/schemas/Reply' }) },
      ...(method === 'GET' ? { 304: { description: 'The same text as under this ETag' } } : {}),
      ...refusals,
    },
  }
}

const audiences = { viewer: ' For people only.', operator: ' Needs an operator key.' } as const

/** A path may have several methods. */
function viewPaths(routes: readonly ViewRoute[]): Readonly<Record<string, Json>> {
  const paths: Record<string, Json> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: viewOperation(route) }
  return paths
}

function viewOperation({ path, method, summary, input, for: whom, type = 'application/json' }: ViewRoute): Json {
  const { parameters = [], ...body } = inputOf(input, method) as { readonly parameters?: readonly Json[] }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
    operationId: `${method.toLowerCase()}${path.replace('/v1', '').replaceAll(/\W+/g, '-').replace(/-$/, '')}`,
    summary,
    ...(whom === undefined ? {} : { description: `${summary}.${audiences[whom]}` }),
    parameters: path.includes('{id}') ? [id, ...parameters] : parameters,
    ...body,
    responses: { 200: { description: summary, content: { [type]: { schema: { type: 'object' } } } }, ...refusals },
  }
}

function replySchema(): Json {
  const facts = argumentSchema(replyFacts)
  return {
    type: 'object',
    properties: {
      schemaVersion: { const: 1 },
      kind: { const: 'reply' },
      verb: { enum: apiRoutes.map(({ tool }) => tool.name) },
      text: { type: 'string', description: 'Fenced: data for a model, never instructions.' },
      line: { type: 'string', description: 'What is missing, weak or not released.' },
      ...facts.properties,
    },
    required: ['schemaVersion', 'kind', 'verb', 'text', ...facts.required],
  }
}

const problemSchema: Json = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    receipt: { type: 'string' },
  },
  required: ['type', 'title', 'status'],
}
