import { describe, expect, test } from 'vitest'
import { validatePaths, validateText } from '../../../src/app/index.ts'
import { findingsIn, fixedText, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { effective, unitRead, unitTold } from '../../support/probe.ts'

describe('units', () => {
  test('KCP-134: other characters in an id warn, and the unit is usable', () => {
    expect(unitTold({ id: 'Über Unit/..' })).toEqual(['warning KCP308 /units/0/id'])
    expect(unitRead({ id: 'Über Unit/..' })?.id).toBe('Über Unit/..')
    expect(unitTold({ id: 'a-z.0-9' })).toEqual([])
  })

  test('KCP-135, KCP-209: of two units with one id the first is used', () => {
    const first = unitWith({ hints: { summary_available: true, summary_unit: 'short' } })
    const text = manifestText(
      {},
      first,
      unitWith({ path: 'other.md' }),
      unitWith({ id: 'short', hints: { summary_of: 'setup' } }),
    )
    const findings = findingsIn(text)
    expect(findings.map(({ code, severity, where }) => [code, severity, where.pointer])).toEqual([
      ['KCP309', 'warning', '/units/1/id'],
    ])
    expect(findings[0]?.related?.map(({ where }) => where.pointer)).toEqual(['/units/0/id'])
    expect(
      toldIn(
        manifestText(
          {},
          unitWith({ path: 'other.md' }),
          first,
          unitWith({ id: 'short', hints: { summary_of: 'setup' } }),
        ),
      ),
    ).toContain('warning KCP406 /units/2/hints/summary_of')
  })

  test('KCP-137: a file that does not exist warns only where there is a folder', () => {
    const text = manifestText()
    expect(toldIn(text)).toEqual([])
    const [document] = validatePaths(memoryFiles({ '/harbor/knowledge.yaml': text }), ['/harbor'], {
      cwd: '/',
    }).documents
    expect(document?.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['KCP412', 'warning']])
    expect(document).toMatchObject({ parsed: true, valid: true })
  })

  test('KCP-140, KL-085: kind has seven words; another warns', () => {
    for (const kind of ['knowledge', 'schema', 'service', 'policy', 'executable', 'skill', 'playbook'])
      expect([unitTold({ kind }), unitRead({ kind })?.artifact]).toEqual([[], kind])
    expect(unitTold({ kind: 'poem' })).toEqual(['warning KCP302 /units/0/kind'])
    expect([effective({ kind: 'poem' }).artifact.value, effective({}).artifact.value]).toEqual(['poem', 'knowledge'])
    expect([unitTold({ kind: 'Skill' }), unitRead({ kind: 'Skill' })?.artifact]).toEqual([
      ['warning KCP302 /units/0/kind'],
      'skill',
    ])
  })

  test('KCP-141: an intent of several lines, or one that repeats the path, warns', () => {
    for (const intent of ['How do I set up a kiosk?\nAnd who pays?', 'docs/Setup.md', 'setup.md', ' setup '])
      expect(unitTold({ path: 'docs/setup.md', intent })).toEqual(['warning KCP310 /units/0/intent'])
    for (const intent of ['How do I set up a kiosk?\n', 'Set up a kiosk.', 'What is in setup.md?'])
      expect(unitTold({ path: 'docs/setup.md', intent })).toEqual([])
  })

  test('KCP-142: format has thirteen words; another warns, and absence is inferred from the path', () => {
    for (const format of [
      'markdown',
      'pdf',
      'openapi',
      'json-schema',
      'jupyter',
      'html',
      'asciidoc',
      'rst',
      'vtt',
      'yaml',
      'json',
      'csv',
      'text',
    ])
      expect(unitTold({ format })).toEqual([])
    expect(
      findingsIn(manifestText({}, unitWith({ format: 'markdwon' }))).map(({ code, help }) => [code, help]),
    ).toEqual([['KCP302', 'Did you mean "markdown"?']])
    expect([effective({ path: 'a.pdf' }).format?.value, effective({ path: 'a.foo' }).format]).toEqual([
      'pdf',
      undefined,
    ])
    expect(unitTold({ path: 'a.foo' })).toEqual([])
  })

  test('KCP-143: content_type wins over format and must be a MIME type', () => {
    expect(effective({ format: 'openapi', content_type: 'text/plain' }).format?.value).toBe('text')
    for (const type of ['nonsense', '', 'text/', 'text/plain; charset', 'a b/c'])
      expect(unitTold({ content_type: type })).toEqual(['warning KCP311 /units/0/content_type'])
    for (const type of ['text/plain', 'application/vnd.oai.openapi+yaml;version=3.1', 'text/markdown; charset="utf-8"'])
      expect(unitTold({ content_type: type })).toEqual([])
  })

  test('KCP-144: a malformed language is a remark and counts as unknown', () => {
    const text = manifestText({ language: 'en_GB' }, unitWith({ language: 'British English' }))
    expect(toldIn(text)).toEqual(['info KCP312 /language', 'info KCP312 /units/0/language'])
    expect(fixedText(text)).toBe(manifestText({ language: 'en-GB' }, unitWith({ language: 'British English' })))
    expect(effective({ language: 'British English' }).language).toBeUndefined()
    for (const language of ['en', 'nb-NO', 'zh-Hant-TW', 'x-harbor', 'de-1996', 'no'])
      expect(unitTold({ language })).toEqual([])
  })

  test('KCP-146, KCP-207: an unknown audience warns, a single one is a remark', () => {
    expect(unitTold({ audience: ['alien'] })).toEqual(['warning KCP302 /units/0/audience/0'])
    expect(unitRead({ audience: ['alien', 'agent'] })?.audience).toEqual(['alien', 'agent'])
    expect(unitTold({ audience: 'agent' })).toEqual(['info KCP324 /units/0/audience'])
    expect(unitTold({ audience: ['human', 'agent', 'developer', 'architect', 'operator', 'devops'] })).toEqual([])
  })

  test('KCP-147: a licence is a text or a mapping, of any SPDX word', () => {
    const both = [
      effective({ license: 'LicenseRef-Quay' }).license?.value,
      effective({ license: { spdx: 'LicenseRef-Quay' } }).license?.value,
    ]
    expect(both).toEqual([
      { spdx: 'LicenseRef-Quay', attributionRequired: false },
      { spdx: 'LicenseRef-Quay', attributionRequired: false },
    ])
    expect(unitTold({ license: { spdx: 'LicenseRef-Quay', attribution_required: true, holder: 'Harbor' } })).toEqual([])
    for (const license of [5, ['MIT'], true]) expect(unitTold({ license })).toEqual(['warning KCP301 /units/0/license'])
    expect(effective({}).license).toBeUndefined()
  })

  test('KCP-148, KCP-207: update_frequency has six words', () => {
    for (const frequency of ['hourly', 'daily', 'weekly', 'monthly', 'rarely', 'never'])
      expect(unitTold({ update_frequency: frequency })).toEqual([])
    expect(unitTold({ update_frequency: 'quarterly' })).toEqual(['warning KCP302 /units/0/update_frequency'])
    expect(unitRead({ update_frequency: 'quarterly' })?.updateFrequency).toBeUndefined()
  })

  test('KCP-149: indexing is one of four words or two lists; unknown permissions are ignored', () => {
    for (const indexing of ['open', 'read-only', 'no-train', 'none', { allow: ['read'], deny: ['train'] }])
      expect(unitTold({ indexing })).toEqual([])
    expect(unitTold({ indexing: 'closed' })).toEqual(['warning KCP302 /units/0/indexing'])
    expect(unitTold({ indexing: { allow: ['read', 'frame'], deny: 'train' } })).toEqual([
      'warning KCP302 /units/0/indexing/allow/1',
      'info KCP324 /units/0/indexing/deny',
    ])
    expect(effective({ indexing: { allow: ['read', 'frame', 'train'], deny: 'train' } }).indexing?.value).toEqual({
      allow: ['read'],
      deny: ['train'],
      attributionRequired: false,
    })
    expect(effective({ indexing: 'read-only' }, { indexing: 'open' }).indexing).toMatchObject({
      value: { allow: ['read'] },
      origin: 'unit',
    })
  })

  test('KCP-154, KCP-206: long triggers are cut at 60 characters and the 21st is dropped, with a warning each', () => {
    const long = 'a'.repeat(82)
    expect(unitTold({ triggers: [long] })).toEqual(['warning KCP313 /units/0/triggers/0'])
    expect(unitRead({ triggers: [long] })?.triggers).toEqual(['a'.repeat(60)])
    const many = Array.from({ length: 25 }, (_, i) => `word ${i}`)
    expect(unitTold({ triggers: many })).toEqual(['warning KCP314 /units/0/triggers'])
    expect(unitRead({ triggers: many })?.triggers).toEqual(many.slice(0, 20))
    expect(unitTold({ triggers: ['🚢'.repeat(60)] })).toEqual([])
    expect(unitRead({ triggers: ['🚢'.repeat(61)] })?.triggers).toEqual(['🚢'.repeat(60)])
  })

  test('KCP-154: triggers differ by more than their case', () => {
    expect(unitTold({ triggers: ['Kiosk', 'printer', 'kiosk', ' '] })).toEqual([
      'info KCP315 /units/0/triggers/2',
      'info KCP315 /units/0/triggers/3',
    ])
  })

  test('KCP-155: access is public unless said, and another word is ignored with a warning', () => {
    expect(effective({}).access).toEqual({ value: 'public', origin: 'default' })
    expect(unitTold({ access: 'members' })).toEqual(['warning KCP302 /units/0/access'])
    expect(effective({ access: 'members' }).access.value).toBe('public')
  })

  test('KCP-155, KCP-210: auth_scope is any text, and warns on a unit that is not restricted', () => {
    const auth = { methods: [{ type: 'oauth2', issuer: 'https://login.harbor.example', scopes: ['read'] }] }
    expect(toldIn(manifestText({ auth }, unitWith({ access: 'restricted', auth_scope: 'cn=divers' })))).toEqual([])
    expect(toldIn(manifestText({ auth }, unitWith({ access: 'authenticated', auth_scope: 'crew' })))).toEqual([
      'warning KCP603 /units/0/auth_scope',
    ])
  })

  test('KCP-156: an unknown sensitivity is ignored, and an undeclared one is unknown', () => {
    expect(unitTold({ sensitivity: 'secret' })).toEqual(['warning KCP302 /units/0/sensitivity'])
    expect([
      effective({ sensitivity: 'secret' }).exposure(undefined).sensitivity,
      effective({ sensitivity: 'internal' }).exposure(undefined).sensitivity?.value,
    ]).toEqual([undefined, 'internal'])
  })

  test('KCP-157: deprecated is a boolean, and wants a successor', () => {
    expect(unitTold({ deprecated: 'no' })).toEqual(['warning KCP301 /units/0/deprecated'])
    expect(effective({ deprecated: 'no' }).deprecated).toEqual({ value: false, origin: 'default' })
    expect(unitTold({ deprecated: true }).map((line) => line.slice(0, 14))).toEqual(['warning KCP411'])
    expect(
      toldIn(manifestText({}, unitWith({ deprecated: true }), unitWith({ id: 'setup-2', supersedes: 'setup' }))),
    ).toEqual([])
  })

  test('KCP-158: a payment block may hold anything beside its tier', () => {
    expect(unitTold({ payment: { model: 'metered' } })).toEqual([])
    expect(effective({ payment: { model: 'metered' } }).payment.value).toBe('free')
    expect(unitTold({ payment: { default_tier: 'barter' } })).toEqual(['warning KCP302 /units/0/payment/default_tier'])
  })

  test('KCP-160, KCP-161: hints never decide whether a manifest is valid', () => {
    const hints = { token_estimate: -5, size_bytes: 'big', token_estimate_method: 'guessed', priority: 1, mood: 'calm' }
    const text = manifestText({}, unitWith({ hints }))
    expect(toldIn(text)).toEqual([
      'warning KCP316 /units/0/hints/token_estimate',
      'warning KCP301 /units/0/hints/size_bytes',
      'warning KCP302 /units/0/hints/token_estimate_method',
      'warning KCP301 /units/0/hints/priority',
    ])
    expect(validateText(text, { file: 'knowledge.yaml' }).valid).toBe(true)
    expect(unitRead({ hints })?.hints).toEqual({ extensions: { mood: 'calm' } })
    expect(validateText(manifestText({}, unitWith({ hints: 'none' })), { file: 'knowledge.yaml' }).valid).toBe(true)
  })

  test('KCP-164: density is dense, standard or verbose', () => {
    for (const density of ['dense', 'standard', 'verbose'])
      expect([unitTold({ hints: { density } }), unitRead({ hints: { density } })?.hints?.density]).toEqual([
        [],
        density,
      ])
    expect(unitTold({ hints: { density: 'foggy' } })).toEqual(['warning KCP302 /units/0/hints/density'])
  })
})
