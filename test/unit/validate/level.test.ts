import { describe, expect, test } from 'vitest'
import { validateText } from '../../../src/app/index.ts'

const manifest = (root: string, unit: string): string => `kcp_version: "0.14"
project: harbor
version: 1.0.0
${root}units:
  - id: overview
    path: overview.md
    intent: "What is a kiosk?"
    scope: global
    audience: [agent]
${unit}`

const levelOf = (root: string, unit: string) => {
  const { level, missingForNext } = validateText(manifest(root, unit), { file: 'knowledge.yaml' })
  return { level, missingForNext }
}

describe('KCP-217: the conformance level of a manifest', () => {
  test('required fields alone are level 1, and what level 2 adds is named', () => {
    const { level, missingForNext } = levelOf('', '')
    expect(level).toBe(1)
    expect(missingForNext).toContain('validated')
    expect(missingForNext).toContain('depends_on')
  })

  test.each([
    ['validated', '    validated: "2026-02-25"\n'],
    ['kind', '    kind: schema\n'],
    ['a token estimate', '    hints:\n      token_estimate: 40\n'],
    ['sensitivity', '    sensitivity: internal\n'],
    ['authority', '    authority:\n      read: initiative\n'],
    ['discovery', '    discovery:\n      source: manual\n'],
  ])('with %s it is level 2', (_name, unit) => {
    expect(levelOf('', unit).level).toBe(2)
  })

  test('with validated and triggers it is level 3, with nothing missing', () => {
    expect(levelOf('', '    validated: "2026-02-25"\n    triggers: [kiosk]\n')).toEqual({
      level: 3,
      missingForNext: [],
    })
  })

  test('what level 3 adds does not count before level 2 is reached', () => {
    expect(levelOf('', '    triggers: [kiosk]\n').level).toBe(1)
  })

  test('a field of the wrong type reaches no level', () => {
    expect(levelOf('', '    validated: [2026]\n').level).toBe(1)
  })
})
