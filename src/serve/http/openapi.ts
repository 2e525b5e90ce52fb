import { argumentSchema, replyFacts } from '../../app/index.ts'
import { version } from '../../version.ts'
import { apiRoutes, type ApiRoute } from './api.ts'

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of this server, from the field tables of the tools. */
export function openApiDocument(): Json {
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
      '/v1/receipts/{id}': {
        get: {
          operationId: 'receipt',
          summary: 'What was released to this client under a receipt',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: 'The released part of the receipt', content: jsonOf({ type: 'object' }) },
            ...refusals,
          },
        },
      },
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

/** Without a credential, but for the metrics. */
const plainRoutes = [
  ['/healthz', 'Whether the process runs', 'application/json'],
  ['/readyz', 'Whether requests are answered', 'application/json'],
  ['/metrics', 'Counters for Prometheus', 'text/plain'],
  ['/v1/openapi.json', 'This document', 'application/json'],
  ['/.well-known/agent.json', 'An A2A card that names the discovery document', 'application/json'],
  ['/.well-known/kcp.json', 'The discovery document of KCP, which names the manifest', 'application/json'],
  ['/knowledge.yaml', 'The manifest as the requester may know it', 'application/yaml'],
] as const

const plainOperation = (path: string, summary: string, type: string): Json => ({
  operationId: path.replaceAll(/\W+/g, '-').replace(/^-/, ''),
  summary,
  ...(path === '/metrics' ? {} : { security: [] }),
  responses: { 200: { description: summary, content: { [type]: {} } }, ...refusals },
})

function operationOf({ tool, method }: ApiRoute): Json {
  const schema = argumentSchema(tool.input)
  const input =
    method === 'POST'
      ? { requestBody: { required: true, content: jsonOf({ ...schema }) } }
      : {
          parameters: Object.entries(schema.properties).map(([name, property]) => ({
            name,
            in: 'query',
            required: schema.required.includes(name),
            schema: property,
          })),
        }
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    ...input,
    responses: {
      200: { description: 'The reply', content: jsonOf({ $ref: '#/components/schemas/Reply' }) },
      ...(method === 'GET' ? { 304: { description: 'The same text as under this ETag' } } : {}),
      ...refusals,
    },
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
