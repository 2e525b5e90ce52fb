import { describe, expect, test } from 'vitest'
import { decide, parseManifest, parsePack } from '../../../src/index.ts'

const now = new Date('2026-05-06T09:10:00Z')

function harbor(fields: string) {
  const { manifest } = parseManifest(
    `kcp_version: "0.14"
project: harbor
version: 1.0.0
units:
  - {id: prices, path: prices.md, intent: What does it cost?, scope: global, audience: [agent], ${fields}}
`,
    { file: 'knowledge.yaml' },
  )
  if (!manifest) throw new Error('The manifest is not valid.')
  return manifest
}

const verdictOf = (fields: string, requester = {}, more: { granted?: boolean; approvals?: readonly string[] } = {}) =>
  decide({ manifest: harbor(fields), unit: 'prices', granted: true, ...more }, requester, { now }).verdict

describe('decide, for documents that a program holds itself', () => {
  test('asks every gate and returns every reason', () => {
    const { ref, verdict, reasons } = decide({ manifest: harbor('sensitivity: public'), unit: 'prices' }, {}, { now })
    expect([ref, verdict]).toEqual(['unit:harbor/prices', 'ask'])
    expect(reasons.filter((reason) => reason.verdict !== 'allow').map(({ gate }) => gate)).toEqual(['trust'])
    expect(reasons.length).toBeGreaterThan(15)
  })

  test.each([
    ['allows what is granted and public', 'sensitivity: public', {}, 'allow'],
    ['denies what is above the clearance', 'sensitivity: restricted', { clearance: 'internal' }, 'deny'],
    ['allows what the clearance covers', 'sensitivity: internal', { clearance: 'internal' }, 'allow'],
    ['denies restricted access without a credential', 'access: restricted', {}, 'deny'],
    ['denies a region outside of the residency', 'compliance: {data_residency: [EEA]}', { region: 'US' }, 'deny'],
    ['asks where a person has to approve', 'authority: {read: requires_approval}', {}, 'ask'],
  ])('%s', (_name, fields, requester, verdict) => {
    expect(verdictOf(fields, requester)).toBe(verdict)
  })

  test('takes approvals by the code of their reason', () => {
    const subject = { manifest: harbor('authority: {read: requires_approval}'), unit: 'prices', granted: true }
    const codes = decide(subject, {}, { now }).reasons.flatMap(({ verdict, code }) => (verdict === 'ask' ? code : []))
    expect(decide({ ...subject, approvals: codes }, {}, { now }).verdict).toBe('allow')
  })

  test('decides about another action', () => {
    const subject = { manifest: harbor('authority: {read: initiative, modify: denied}'), unit: 'prices', granted: true }
    expect(decide(subject, {}, { now }).verdict).toBe('allow')
    expect(decide(subject, {}, { action: 'modify', now }).verdict).toBe('deny')
  })

  test('decides about a pack', () => {
    const head = (status: string) =>
      parsePack(`---\nname: kiosk\ndescription: Facts on the kiosk.\ntype: brand-product\nstatus: ${status}\n---\n`, {
        file: 'KNOWLEDGE.md',
      }).pack
    const [ready, draft] = [head('ready'), head('draft')]
    if (!ready || !draft) throw new Error('The pack is not valid.')
    expect(decide({ pack: ready, granted: true }, {}, { now })).toMatchObject({ ref: 'pack:kiosk', verdict: 'allow' })
    expect(decide({ pack: draft, granted: true }, {}, { now }).verdict).toBe('ask')
  })

  test('names a unit that the manifest does not have', () => {
    expect(() => decide({ manifest: harbor('sensitivity: public'), unit: 'price' }, {}, { now })).toThrow(
      'decide: the manifest has no unit "price".',
    )
  })
})
