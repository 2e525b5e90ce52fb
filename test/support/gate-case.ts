import { decide } from '../../src/govern/decide.ts'
import type { Circumstances, PackSubject, Subject, UnitSubject } from '../../src/govern/gate.ts'
import type { Decision, GateName, Grant, Reason } from '../../src/model/decisions/decision.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { effectiveUnit } from '../../src/parse/manifest/inherit.ts'
import { parseManifest } from '../../src/parse/manifest/manifest.ts'
import { parsePack } from '../../src/parse/pack/pack.ts'

export const followed: Grant = { path: '/w/harbor', given: 'terminal', at: '2026-05-01T08:00:00Z', follow: true }

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n')

/** A granted unit with these fields, and those of its manifest's root, as written in a manifest. */
export function unitOf(fields = '', root = '', entry: Partial<UnitSubject> = {}, version = '0.14'): UnitSubject {
  const text = [
    `kcp_version: "${version}"`,
    'project: Harbor',
    'version: 1.0.0',
    root,
    'units:',
    '  - id: setup',
    '    path: setup.md',
    '    intent: How do I set up a kiosk?',
    '    scope: global',
    indented(fields, '    '),
  ].join('\n')
  const { manifest, diagnostics } = parseManifest(text)
  const [unit] = manifest?.units ?? []
  if (!manifest || !unit)
    throw new Error(`The manifest of the case is not usable: ${diagnostics.map(({ message }) => message).join(' ')}`)
  const { auth, trust } = manifest
  return {
    kind: 'unit',
    ref: 'unit:harbor/setup',
    unit: effectiveUnit(manifest, unit),
    grant: followed,
    ...(auth ? { auth } : {}),
    ...(trust?.audit ? { audit: trust.audit } : {}),
    ...(trust?.agentRequirements ? { agentRequirements: [trust.agentRequirements] } : {}),
    ...entry,
  }
}

/** A granted pack with these lines of frontmatter; it is ready unless they say otherwise. */
export function packOf(fields = 'status: ready', entry: Partial<PackSubject> = {}): PackSubject {
  const { pack } = parsePack(
    `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nprofile: wiki-first\n${fields}\n---\n`,
  )
  if (!pack) throw new Error('The pack of the case is not usable.')
  return { kind: 'pack', ref: 'pack:kiosk', pack, grant: followed, ...entry }
}

/** The same without a grant. */
export function ungranted(subject: Subject): Subject {
  const { grant: _grant, ...rest } = subject
  return rest
}

export interface Asked extends Partial<Circumstances> {
  readonly as?: Requester
}

export function decisionOn(
  subject: Subject,
  {
    as = {},
    action = 'read',
    activation = 'resolver-driven',
    now = new Date('2026-05-06T09:10:00Z'),
    ...others
  }: Asked = {},
): Decision {
  return decide(subject, as, { action, activation, now, ...others })
}

/** The verdict of one gate, with its reason. */
export function reasonOf(gate: GateName, subject: Subject, asked: Asked = {}): Reason {
  const reason = decisionOn(subject, asked).reasons.find((candidate) => candidate.gate === gate)
  if (!reason) throw new Error(`The gate ${gate} is silent.`)
  return reason
}

/** Verdict and code of one gate, in the notation of the test cases: `deny credential-missing`. */
export function saidBy(gate: GateName, subject: Subject, asked: Asked = {}): string {
  const { verdict, code } = reasonOf(gate, subject, asked)
  return `${verdict} ${code}`
}
