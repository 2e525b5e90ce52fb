import type { Requester } from '../../src/model/decisions/requester.ts'
import type { Identity } from '../../src/serve/http/identity.ts'
import { bearerOf } from '../../src/serve/mcp/tokens.ts'
import { doorWorld, packAt, type DoorWorld } from './door-world.ts'
import { httpWorld, type HttpWorld } from './http-world.ts'
import { manifestText, unitWith } from './manifest-text.ts'

/**
 * `payroll` is restricted and named by unrestricted units, in every way that a manifest allows; `board` is internal.
 */
const tree: Readonly<Record<string, string>> = {
  ...packAt('kiosk', { description: 'Battery facts of the kiosk.' }, '# Kiosk\n\nThe battery lasts nine hours.\n'),
  ...packAt('voice', { status: 'draft', description: 'How the desk speaks.' }, '# Voice\n\nSpeak calmly.\n'),
  ...packAt('old', { status: 'stale', description: 'Prices of last year.' }, '# Old\n\nA kiosk cost 900 euros.\n'),
  ...packAt('stranger', { description: 'UNSEEN words.' }, '# Stranger\n\nUNSEEN tricks.\n'),
  'knowledge.yaml': manifestText(
    {
      relationships: [
        { from: 'setup', to: 'board', type: 'enables' },
        { from: 'payroll', to: 'setup', type: 'governs' },
        { from: 'board', to: 'setup', type: 'context' },
      ],
      manifests: [{ id: 'elsewhere', url: 'https://elsewhere.example/knowledge.yaml' }],
    },
    unitWith({
      id: 'setup',
      path: 'docs/setup.md',
      intent: 'How is a kiosk set up?',
      sensitivity: 'public',
      depends_on: ['payroll', 'wages', 'nowhere', 'fleet'],
    }),
    unitWith({
      id: 'payroll',
      aliases: ['wages'],
      path: 'docs/payroll.md',
      intent: 'Who earns what?',
      sensitivity: 'restricted',
    }),
    unitWith({ id: 'board', path: 'docs/board.md', intent: 'What did the board decide?', sensitivity: 'internal' }),
    unitWith({
      id: 'fleet',
      path: 'docs/fleet.md',
      intent: 'How are kiosks updated?',
      sensitivity: 'public',
      deprecated: true,
      temporal: { superseded_by: 'payroll' },
      discovery: { contradicted_by: 'wages' },
    }),
    unitWith({ id: 'alone', path: 'docs/alone.md', intent: 'What stands alone?', sensitivity: 'public' }),
    unitWith({
      id: 'rent',
      path: 'docs/rent.md',
      intent: 'What is the rent?',
      sensitivity: 'public',
      authority: { read: 'requires_approval' },
    }),
  ),
  'docs/setup.md': '# Setup\n\nPlug the kiosk into the mains.\n',
  'docs/payroll.md': '# Payroll\n\nUNSEEN salaries.\n',
  'docs/board.md': '# Board\n\nThe board decided to rent kiosks.\n',
  'docs/fleet.md': '# Fleet\n\nFleets of kiosks are updated at night.\n',
  'docs/alone.md': '# Alone\n\nIt stands alone.\n',
  'docs/rent.md': '# Rent\n\nThe rent is 40 euros.\n',
}

const identity = (client: string, requester: Requester, person?: Identity['person']): Identity => ({
  client,
  requester,
  ...(person ? { person } : {}),
})

/** The identities of the tokens. */
export const identities: Readonly<Record<string, Identity>> = {
  agent: identity('key:agent', {}),
  staff: identity('key:staff', { clearance: 'internal' }),
  viewer: identity('page', { clearance: 'internal' }, 'viewer'),
  operator: identity('key:operator', { clearance: 'internal' }, 'operator'),
  chief: identity('key:chief', { clearance: 'restricted' }, 'operator'),
}

export const as = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

export async function viewWorld(): Promise<HttpWorld & { readonly world: DoorWorld }> {
  const world = doorWorld(tree)
  const served = await httpWorld({ authenticate: async (request) => identities[bearerOf(request) ?? ''] }, world)
  return { ...served, world }
}
