import type { FieldTable } from '../../../model/tables/fields.ts'
import { viewReply, viewRoute } from '../view-route.ts'

const input = {
  everywhere: { type: 'boolean', doc: 'Receipts of other workspaces of this state folder too.' },
} as const satisfies FieldTable

export const qualityRoute = viewRoute({
  path: '/v1/quality',
  method: 'GET',
  summary: 'Evaluations over time, tasks that were not answered, what was never used, findings, and tokens saved',
  input,
  for: 'viewer',
  answer: async (options, { knowledge }) => viewReply('quality', await knowledge.quality(options)),
})
