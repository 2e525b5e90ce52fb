import { describe, expect, test } from 'vitest'
import { validatePaths } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'

const { documents, notes } = validatePaths(diskFiles, ['examples'], { cwd: process.cwd(), lint: true })

describe('the examples', () => {
  test('are two packs, three manifests and the ways to find them', () => {
    expect(documents.map(({ path }) => path).sort()).toEqual([
      'examples/.agents/knowledge/harbor-kiosk/KNOWLEDGE.md',
      'examples/.agents/knowledge/service-desk-voice/KNOWLEDGE.md',
      'examples/.well-known/kcp.json',
      'examples/knowledge.yaml',
      'examples/llms.txt',
      'examples/mirrors/payments/knowledge.yaml',
      'examples/mirrors/security/knowledge.yaml',
    ])
  })

  test.each(documents.map((document) => [document.path, document] as const))('%s is beyond reproach', (_, document) => {
    expect(document.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([])
    expect(document.valid).toBe(true)
  })

  test('the manifests reach the third level', () => {
    expect(documents.flatMap(({ level }) => level ?? [])).toEqual([3, 3, 3])
  })

  test('leave no remark behind', () => {
    expect(notes).toEqual([])
  })
})
