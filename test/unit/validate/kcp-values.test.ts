import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseManifest, validateText } from '../../../src/app/index.ts'
import { effectiveUnit } from '../../../src/parse/manifest/inherit.ts'
import { findingsIn, fixedText, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { unitTold, yamlWith } from '../../support/probe.ts'

const timesTold = (at: unknown): readonly string[] => unitTold({ discovery: { observed_at: at, verified_at: at } })

describe('versions', () => {
  test.each(Array.from({ length: 32 }, (_, i) => `0.${i + 1}`).filter((version) => version !== '0.15'))(
    'KCP-037, KL-001: "%s" is a known version',
    (version) => {
      expect(toldIn(manifestText({ kcp_version: version }))).toEqual([])
    },
  )

  test.each(['99.0', '0.15', '0.33', '1.4', '0.0', '0.7.2', 'latest', ''])(
    'KCP-038, KCP-208, KL-001: "%s" is unknown and read with everything that is known',
    (version) => {
      const unit = unitWith({ temporal: { valid_from: '2020-01-01' }, not_for: ['boats'], aliases: ['set-up'] })
      const text = manifestText({ kcp_version: version }, unit)
      const known = parseManifest(manifestText({ kcp_version: '0.32' }, unit)).manifest
      expect(parseManifest(text).manifest).toEqual({ ...known, kcpVersion: version })
      expect(known?.units[0]).toMatchObject({ notFor: ['boats'], aliases: ['set-up'] })
      expect(findingsIn(text).map(({ code, severity, message }) => [code, severity, message])).toEqual([
        [
          'KCP304',
          'warning',
          `The version "${version}" of the specification is unknown; the manifest is read with every field up to "0.32".`,
        ],
      ])
      expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ parsed: true, valid: true, units: 1 })
      expect(fixedText(text)).toBe(text)
      expect(findingsIn(text)[0]?.help).not.toMatch(/0\.\d/)
    },
  )

  test('KCP-038: a version in another notation can be mended', () => {
    expect(fixedText('kcp_version: v0.14.0\n' + yamlWith('version: 1.0.0'))).toBe(
      'kcp_version: "0.14"\n' + yamlWith('version: 1.0.0'),
    )
  })

  test('KCP-039: an unquoted 0.10 is read as written, is known, and can be quoted', () => {
    const text = yamlWith('kcp_version: 0.10\nversion: 1.0.0')
    expect(toldIn(text)).toEqual(['warning KCP305 /kcp_version'])
    expect(parseManifest(text).manifest?.kcpVersion).toBe('0.10')
    expect(fixedText(text)).toBe(text.replace('0.10', '"0.10"'))
  })

  test('KCP-040: a version that is not semantic warns', () => {
    for (const version of ['abc', '1', '1.0', 'v1.0.0', '1.0.0.0', '01.0.0', ''])
      expect(toldIn(manifestText({ version }))).toEqual(['warning KCP306 /version'])
    for (const version of ['1.0.0', '0.0.1-alpha.1', '2.3.4+build.5', '1.0.0-rc.1+harbor'])
      expect(toldIn(manifestText({ version }))).toEqual([])
    expect(findingsIn(manifestText({ version: 'v2.1' }))[0]?.help).toBe('Write three numbers, as in 1.0.0.')
    expect(findingsIn(manifestText({ version: '1.0' }))[0]?.help).toBe('Write "1.0.0".')
  })

  test('KCP-040: an unquoted 1.0 keeps its text', () => {
    const text = yamlWith('kcp_version: "0.14"\nversion: 1.0')
    expect(toldIn(text)).toEqual(['warning KCP306 /version'])
    expect(parseManifest(text).manifest?.version).toBe('1.0')
  })
})

describe('dates', () => {
  test.each(['2026-02-25', '"2026-02-25"', '2026-02-25T10:00:00Z', '!!timestamp 2026-02-25'])(
    'KCP-041, KCP-126: %s is the day 2026-02-25',
    (written) => {
      const text = yamlWith(`kcp_version: "0.14"\nversion: 1.0.0\nupdated: ${written}`, `    validated: ${written}\n`)
      expect(toldIn(text)).toEqual([])
      const { manifest } = parseManifest(text)
      expect([manifest?.updated, manifest?.units[0]?.validated]).toEqual(['2026-02-25', '2026-02-25'])
    },
  )

  test('KCP-041, KCP-126: what is no day warns and counts as undeclared', () => {
    for (const date of ['2026-13-45', '2026-02-30', '25/02/2026', 'yesterday', 20260225, true, '']) {
      const text = manifestText({ updated: date }, unitWith({ validated: date }))
      expect(toldIn(text)).toEqual(['warning KCP307 /updated', 'warning KCP307 /units/0/validated'])
      expect([parseManifest(text).manifest?.updated, parseManifest(text).manifest?.units[0]?.validated]).toEqual([
        undefined,
        undefined,
      ])
    }
  })

  test('KCP-195: times of observation and verification are ISO datetimes', () => {
    for (const at of ['2026-03-10T14:22:00Z', '2026-03-10T14:22:00.5+02:00', '2026-03-10', null])
      expect(timesTold(at)).toEqual([])
    for (const at of ['2026-03-10T25:00:00Z', 'noon', 5])
      expect(timesTold(at)).toEqual([
        'warning KCP307 /units/0/discovery/observed_at',
        'warning KCP307 /units/0/discovery/verified_at',
      ])
  })
})

describe('misspellings', () => {
  test('a misspelled field is renamed by a machine only where that is safe', () => {
    const text =
      '{"kcp_version":"0.14","project":"harbor","version":"1.0.0","units":[{"id":"setup","path":"setup.md","intent":"How?","scope":"global","audiance":["agent"]}]}'
    expect(toldIn(text)).toEqual(['warning KCP207 /units/0', 'info KCP321 /units/0/audiance'])
    expect(fixedText(text)).toBe(text.replace('audiance', 'audience'))
    expect(unitTold({ audiences: ['agent'] })).toEqual([])
    expect(unitTold({ 'x-intent': 'How?' })).toEqual([])
  })

  test('a misspelled word is mended in its quotes', () => {
    const text = yamlWith('kcp_version: "0.14"\nversion: 1.0.0').replace('scope: global', "scope: 'globl'")
    expect(fixedText(text)).toBe(text.replace('globl', 'global'))
  })

  test('a block text is left to a person', () => {
    const text = yamlWith('kcp_version: "0.14"\nversion: 1.0.0').replace(
      'audience: [agent]',
      'audience: |-\n      agent',
    )
    expect(toldIn(text)).toEqual(['info KCP324 /units/0/audience'])
    expect(fixedText(text)).toBe(text)
  })
})

describe('a manifest as a whole', () => {
  test('KCP-207: unknown words warn, whatever the field', () => {
    const text = manifestText(
      { relationships: [{ from: 'setup', to: 'setup', type: 'destroys' }] },
      unitWith({ audience: ['alien'], kind: 'poem', format: 'runes', update_frequency: 'eonly' }),
    )
    expect(
      findingsIn(text)
        .map(({ code, where }) => [code, where.pointer])
        .sort(),
    ).toEqual([
      ['KCP302', '/relationships/0/type'],
      ['KCP302', '/units/0/audience/0'],
      ['KCP302', '/units/0/format'],
      ['KCP302', '/units/0/kind'],
      ['KCP302', '/units/0/update_frequency'],
    ])
    expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ valid: true, relationships: 1 })
  })

  test('KCP-218, KCP-219: a manifest of the lowest level is valid, with its defaults', () => {
    const text = 'project: harbor\nunits:\n  - id: setup\n    path: setup.md\n    intent: "How do I set up a kiosk?"\n'
    expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({
      parsed: true,
      valid: true,
      level: 1,
      units: 1,
      relationships: 0,
    })
    const { manifest } = parseManifest(text)
    const unit = manifest?.units[0]
    const whole = manifest && unit && effectiveUnit(manifest, unit)
    expect([whole?.breadth, whole?.audience]).toEqual([
      { value: 'global', origin: 'default' },
      { value: [], origin: 'default' },
    ])
  })

  test.each([
    ['a', 1, 1],
    ['b', 9, 3],
  ])('KCP-277: appendix %s of the specification is valid without a word about it', (name, units, level) => {
    const result = validateText(readFileSync(`test/golden/kcp/appendix-${name}.yaml`), { file: 'knowledge.yaml' })
    expect(result.diagnostics).toEqual([])
    expect(result).toMatchObject({ parsed: true, valid: true, units, level })
  })
})
