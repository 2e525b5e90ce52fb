import { knownTo, viewReply, viewRoute } from '../view-route.ts'

export const graphRoute = viewRoute({
  path: '/v1/graph',
  method: 'GET',
  summary: 'Packs, manifests and units that this credential may know of, their relations, orphans and dead links',
  input: {},
  answer: async (_args, call) => viewReply('graph', await knownTo(call).graph()),
})
