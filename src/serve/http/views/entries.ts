import { problem } from '../problem.ts'
import { knownTo, viewReply, viewRoute } from '../view-route.ts'

export const entriesRoute = viewRoute({
  path: '/v1/entries',
  method: 'GET',
  summary: 'Packs and manifests with their status, grants and freshness',
  input: {},
  async answer(_args, call) {
    return viewReply('entries', { entries: await knownTo(call).entries() })
  },
})

export const entryRoute = viewRoute({
  path: '/v1/entry',
  method: 'GET',
  summary: 'One pack or manifest: decision, guide, units, findings, tests',
  input: {
    ref: { type: 'text', required: true, doc: 'pack:name or manifest:name' },
    filter: { type: 'text', doc: 'Only units whose id, path or intent contains it.' },
  },
  async answer({ ref = '', filter = '' }, call) {
    const entry = await knownTo(call).entry(ref, { filter, isPerson: call.identity.person !== undefined })
    return entry ? viewReply('entry', entry) : problem('not-found')
  },
})
