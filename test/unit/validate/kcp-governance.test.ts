import { describe, expect, test } from 'vitest'
import { findingsIn, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { effective, unitRead, unitTold } from '../../support/probe.ts'

const permissionsAt = (path: string): readonly string[] =>
  ['read', 'modify', 'execute'].map((action) => `warning KCP607 ${path}/authority/${action}`)

/** Beside a unit that inherits nothing. */
const discovered = (unit: Fields | undefined, root?: Fields): readonly string[] =>
  toldIn(
    manifestText(
      root ? { discovery: root } : {},
      unitWith(unit ? { discovery: unit } : {}),
      unitWith({ id: 'tour', discovery: { verification_status: 'verified', confidence: 1, verified_at: null } }),
    ),
  )

describe('visibility, authority and discovery', () => {
  test('KCP-169: the visibility of a unit replaces that of the root whole', () => {
    const root = {
      visibility: {
        default: 'restricted',
        conditions: [{ when: { environment: 'local' }, then: { sensitivity: 'public' } }],
      },
    }
    expect([
      effective({ visibility: { default: 'internal' } }, root).visibility,
      effective({}, root).visibility?.origin,
    ]).toEqual([{ value: { default: 'internal' }, origin: 'unit' }, 'root'])
  })

  test('KCP-170: the default is one of the four levels', () => {
    for (const level of ['public', 'internal', 'confidential', 'restricted'])
      expect(unitTold({ visibility: { default: level } })).toEqual([])
    expect(unitTold({ visibility: { default: 'secret' } })).toEqual(['warning KCP302 /units/0/visibility/default'])
  })

  test('KCP-175, KCP-178: any role and environment is a fine condition, single or in a list', () => {
    const condition = {
      when: { environment: 'night-shift', agent_role: ['harbor_pilot', 'dpo'] },
      then: { sensitivity: 'internal', requires_auth: true, authority: { modify: 'requires_approval' } },
    }
    expect(unitTold({ visibility: { default: 'confidential', conditions: [condition] } })).toEqual([])
    expect(unitRead({ visibility: { conditions: [condition] } })?.visibility?.conditions).toEqual([
      {
        when: { environment: ['night-shift'], agentRole: ['harbor_pilot', 'dpo'] },
        then: { sensitivity: 'internal', requiresAuth: true, authority: { modify: 'requires_approval' } },
      },
    ])
  })

  test('KCP-185, KCP-212: an unknown permission warns at the root, on a unit and in a condition, and is listed as unreadable', () => {
    const authority = { read: 'denid', modify: 'maybe', execute: true, export_to_pdf: 'requires_approval' }
    const text = manifestText(
      { authority },
      unitWith({ authority, visibility: { conditions: [{ when: { environment: 'local' }, then: { authority } }] } }),
    )
    expect(toldIn(text)).toEqual([
      ...permissionsAt(''),
      ...permissionsAt('/units/0'),
      ...permissionsAt('/units/0/visibility/conditions/0/then'),
    ])
    expect(findingsIn(text)[0]).toMatchObject({ help: 'Did you mean "denied"?' })
    expect(findingsIn(text).every(({ fix }) => fix === undefined)).toBe(true)
    const { authority: read, unreadable } = effective({ authority })
    expect(unreadable.map(({ action }) => action)).toEqual(['read', 'modify', 'execute'])
    expect(read.value).toEqual({
      read: 'initiative',
      summarize: 'initiative',
      modify: 'denied',
      share_externally: 'denied',
      execute: 'denied',
      export_to_pdf: 'requires_approval',
    })
  })

  test('KCP-187: a status is one of four, and verified when absent or unknown', () => {
    for (const status of ['rumored', 'observed', 'verified', 'deprecated'])
      expect(effective({ discovery: { verification_status: status } }).verification.status.value).toBe(status)
    expect(unitTold({ discovery: { verification_status: 'dreamt' } })).toEqual([
      'warning KCP302 /units/0/discovery/verification_status',
    ])
    expect([
      effective({ discovery: { verification_status: 'dreamt' } }).verification.status.value,
      effective({}).verification.status.value,
    ]).toEqual(['verified', 'verified'])
  })

  test('KCP-188: an unknown source is ignored in silence', () => {
    expect(unitTold({ discovery: { source: 'seance' } })).toEqual([])
    expect(effective({ discovery: { source: 'seance' } }).verification.source).toEqual({
      value: 'manual',
      origin: 'default',
    })
  })

  test('KCP-189: a confidence beyond 0 to 1 warns and is read as the nearest end', () => {
    const found = findingsIn(manifestText({}, unitWith({ discovery: { confidence: 1.2 } })))
    expect(found.map(({ code, help }) => [code, help])).toEqual([
      ['KCP316', 'Write a number within the range; it is read as 1.'],
    ])
    expect(
      [
        unitRead({ discovery: { confidence: 1.2 } }),
        unitRead({ discovery: { verification_status: 'rumored', confidence: -3 } }),
      ].map((unit) => unit?.verification?.confidence),
    ).toEqual([1, 0])
  })

  test.each([
    ['0.49', { verification_status: 'rumored', confidence: 0.49 }, undefined, []],
    [
      '0.5',
      { verification_status: 'rumored', confidence: 0.5 },
      undefined,
      ['warning KCP317 /units/0/discovery/confidence'],
    ],
    [
      'no number',
      { verification_status: 'rumored' },
      undefined,
      ['warning KCP317 /units/0/discovery/verification_status'],
    ],
    [
      'no number of its own',
      { verification_status: 'rumored' },
      { confidence: 0.9 },
      ['warning KCP317 /units/0/discovery/verification_status'],
    ],
    [
      'no status of its own',
      { confidence: 0.7 },
      { verification_status: 'rumored' },
      ['warning KCP317 /units/0/discovery/confidence'],
    ],
    [
      'nothing of its own',
      undefined,
      { verification_status: 'rumored' },
      ['warning KCP317 /discovery/verification_status'],
    ],
    ['nothing of its own but an inherited 0.3', undefined, { verification_status: 'rumored', confidence: 0.3 }, []],
  ])('KCP-190, KCP-211: a rumored unit with %s', (_, unit, root, told) => {
    expect(discovered(unit, root)).toEqual(told)
  })

  test('KCP-190: rumours are an error only when strict', () => {
    expect(
      findingsIn(manifestText({}, unitWith({ discovery: { verification_status: 'rumored' } })), { strict: true }).map(
        ({ severity }) => severity,
      ),
    ).toEqual(['error'])
  })

  test('KCP-190: one mistake at the root is told once, however many units inherit it', () => {
    const units = Array.from({ length: 50 }, (_, i) => unitWith({ id: `unit-${i}` }))
    expect(toldIn(manifestText({ discovery: { verification_status: 'rumored', confidence: 0.8 } }, ...units))).toEqual([
      'warning KCP317 /discovery/confidence',
    ])
  })

  test.each([
    ['0.8', { verification_status: 'verified', confidence: 0.8 }, []],
    ['0.79', { verification_status: 'verified', confidence: 0.79 }, ['warning KCP318 /units/0/discovery/confidence']],
    ['0.6 and no status', { confidence: 0.6 }, ['warning KCP318 /units/0/discovery/confidence']],
  ])('KCP-190, KCP-211: a verified unit with %s', (_, unit, told) => {
    expect(discovered(unit)).toEqual(told)
  })

  test.each([
    ['null', { verification_status: 'observed', verified_at: null }, undefined, []],
    [
      'a time',
      { verification_status: 'observed', verified_at: '2026-03-10T14:22:00Z' },
      undefined,
      ['warning KCP319 /units/0/discovery/verified_at'],
    ],
    [
      'a time of the root',
      { verification_status: 'observed' },
      { verified_at: '2026-03-10' },
      ['warning KCP319 /units/0/discovery/verification_status'],
    ],
    [
      'null over a time of the root',
      { verification_status: 'observed', verified_at: null },
      { verified_at: '2026-03-10' },
      [],
    ],
  ])('KCP-191, KCP-211: an observed unit whose verified_at is %s', (_, unit, root, told) => {
    expect(discovered(unit, root)).toEqual(told)
  })

  test('KCP-211: contradicted_by an unknown unit warns', () => {
    expect(unitTold({ discovery: { contradicted_by: 'tour' } })).toEqual([
      'warning KCP403 /units/0/discovery/contradicted_by',
    ])
  })
})
