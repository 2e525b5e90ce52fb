import { onTestFinished } from 'vitest'
import {
  openKnowledge,
  proposeGrants,
  saveGrants,
  type Knowledge,
  type OpenOptions,
  type Ports,
} from '../../src/app/index.ts'
import { systemPorts } from '../../src/io/system.ts'
import { packText, type Fields } from './judge-pack.ts'
import { manifestText, unitWith } from './manifest-text.ts'
import { tempFolder } from './temp-folder.ts'

/** A workspace on the disk with its own grants. */
export interface DoorWorld {
  readonly cwd: string
  /** For a process that should see the same. */
  readonly env: Readonly<Record<string, string>>
  readonly ports: Ports
  open(options?: Partial<OpenOptions>): Promise<Knowledge>
  /** Grants every entry below a folder of the workspace except `stranger`. */
  grant(folder?: string): void
}

export const packAt = (name: string, fields: Fields = {}, body = '# Guide\n'): Readonly<Record<string, string>> => ({
  [`.agents/knowledge/${name}/KNOWLEDGE.md`]: packText({ name, ...fields }, body),
})

/** `kiosk` may be used, `voice` is a draft, `stranger` is not granted, `payroll` is above everybody's clearance. */
const doorTree: Readonly<Record<string, string>> = {
  ...packAt(
    'kiosk',
    { description: 'Battery, screen and warranty facts of the Harbor Kiosk terminal.' },
    '# Harbor Kiosk\n\nSupport knowledge about the kiosk.\n',
  ),
  '.agents/knowledge/kiosk/compiled/facts.md':
    '# Facts\n\n## Battery\n\nThe battery lasts nine hours. [source: sources/sheet.md#L3]\n\n## Screen\n\nThe screen is covered for 24 months.\n',
  '.agents/knowledge/kiosk/sources/sheet.md': '# Sheet\n\nBattery: nine hours.\n',
  ...packAt(
    'voice',
    { status: 'draft', description: 'How the service desk speaks.' },
    '# Voice\n\nSpeak calmly to callers.\n',
  ),
  ...packAt('stranger', { description: 'UNSEEN words of a stranger.' }, '# Stranger\n\nUNSEEN battery tricks.\n'),
  'knowledge.yaml': manifestText(
    {},
    unitWith({ id: 'setup', path: 'docs/setup.md', intent: 'How is a kiosk set up?', sensitivity: 'public' }),
    unitWith({ id: 'payroll', path: 'docs/payroll.md', intent: 'Who earns what?', sensitivity: 'restricted' }),
  ),
  'docs/setup.md': '# Setup\n\nPlug the kiosk into the mains and wait for the green light.\n',
  'docs/payroll.md': '# Payroll\n\nUNSEEN salaries.\n',
}

export function doorWorld(tree: Readonly<Record<string, string>> = doorTree): DoorWorld {
  const cwd = tempFolder(tree)
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: `${home}/state`, PATH: process.env['PATH'] ?? '' }
  const ports = systemPorts(env)
  const grant = (folder = ''): void => {
    const proposals = proposeGrants(ports, `${cwd}${folder}`, '/').filter(({ ref }) => ref !== 'pack:stranger')
    saveGrants(ports, proposals, { follow: false, given: 'terminal' })
  }
  grant()
  return {
    cwd,
    env,
    ports,
    grant,
    async open(options = {}) {
      const knowledge = await openKnowledge({
        roots: [cwd],
        ports,
        requester: { clearance: 'internal', model: 'external' },
        ...options,
      })
      onTestFinished(() => knowledge.close())
      return knowledge
    },
  }
}
