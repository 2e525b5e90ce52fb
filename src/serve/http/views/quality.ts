import { viewReply, viewRoute } from '../view-route.ts'

export const qualityRoute = viewRoute({
  path: '/v1/quality',
  method: 'GET',
  summary: 'Evaluations over time, tasks that were not answered, what was never used, findings, and tokens saved',
  input: {},
  for: 'viewer',
  answer: async (_args, { knowledge }) => viewReply('quality', await knowledge.quality()),
})
