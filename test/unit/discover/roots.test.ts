import { describe, expect, test } from 'vitest'
import { findDistribution } from '../../../src/discover/find-distribution.ts'
import { rootsOf } from '../../../src/discover/roots.ts'
import { openKnowledge } from '../../../src/app/index.ts'
import { packText } from '../../support/judge-pack.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const pack = (name: string): string => packText({ name })

const tree = {
  '/w/.agents/knowledge/shared/KNOWLEDGE.md': pack('shared'),
  '/w/.lorefence/knowledge/native/KNOWLEDGE.md': pack('native'),
  '/w/docs/loose/KNOWLEDGE.md': pack('loose'),
  '/home/.agents/knowledge/mine/KNOWLEDGE.md': pack('mine'),
  '/home/.lorefence/knowledge/own/KNOWLEDGE.md': pack('own'),
  '/home/other/KNOWLEDGE.md': pack('other'),
  '/org/.agents/knowledge/house/KNOWLEDGE.md': pack('house'),
  '/builtin/style/KNOWLEDGE.md': pack('style'),
  '/bare/one/KNOWLEDGE.md': pack('one'),
  '/bare/.agents/knowledge/hidden/KNOWLEDGE.md': pack('hidden'),
}

async function listed(places: Parameters<typeof rootsOf>[0]) {
  const { catalog } = await openKnowledge({ roots: rootsOf(places), ports: memoryPorts(memoryFiles(tree)) })
  return catalog.entries.map(({ ref, found }) => [ref, found.scope])
}

describe('roots and scopes', () => {
  test('AK-061: only the roots that are given are looked into', async () => {
    expect(await listed({ workspaces: ['/org'] })).toEqual([['pack:house', 'workspace']])
  })

  test('AK-062: both knowledge folders of a workspace, and a pack anywhere in it', async () => {
    expect(await listed({ workspaces: ['/w'] })).toEqual([
      ['pack:native', 'workspace'],
      ['pack:shared', 'workspace'],
      ['pack:loose', 'workspace'],
    ])
  })

  test('AK-063: both knowledge folders of the user, and nothing else of the home', async () => {
    expect(await listed({ home: '/home' })).toEqual([
      ['pack:own', 'user'],
      ['pack:mine', 'user'],
    ])
  })

  test('AK-064: a folder of the organisation', async () => {
    expect(await listed({ organization: ['/org'] })).toEqual([['pack:house', 'organization']])
  })

  test('AK-065: packs that come with the program', async () => {
    expect(await listed({ builtin: '/builtin' })).toEqual([['pack:style', 'builtin']])
  })

  test('a bare folder of packs is no workspace', async () => {
    expect(await listed({ packs: ['/bare'] })).toEqual([['pack:one', 'explicit']])
  })

  test('a pack that two roots see is listed once, with the nearer scope', async () => {
    expect(await listed({ workspaces: ['/home'], home: '/home' })).toEqual([
      ['pack:own', 'workspace'],
      ['pack:mine', 'workspace'],
      ['pack:other', 'workspace'],
    ])
  })

  test('AK-074: every root is shown, also one that is not there', async () => {
    const { catalog } = await openKnowledge({
      roots: rootsOf({ workspaces: ['/w'], home: '/nobody' }),
      ports: memoryPorts(
        memoryFiles({ ...tree, '/w/.git/config': '', '/w/broken/KNOWLEDGE.md': '---\nname: [\n---\n' }),
      ),
    })
    expect(catalog.roots).toEqual([
      { path: '/w', scope: 'workspace', exists: true, packs: 4, manifests: 0, skipped: 1, quarantined: 1 },
      {
        path: '/nobody/.lorefence/knowledge',
        scope: 'user',
        exists: false,
        packs: 0,
        manifests: 0,
        skipped: 0,
        quarantined: 0,
      },
      {
        path: '/nobody/.agents/knowledge',
        scope: 'user',
        exists: false,
        packs: 0,
        manifests: 0,
        skipped: 0,
        quarantined: 0,
      },
    ])
  })
})

describe('KCP-017: which catalog.yaml is used', () => {
  const files = memoryFiles({ '/w/.kcp/catalog.yaml': '', '/home/.kcp/catalog.yaml': '' })

  test.each([
    [
      'the explicit one before all',
      { explicit: '/x.yaml', project: '/w', home: '/home' },
      { path: '/x.yaml', via: 'explicit' },
    ],
    [
      "the one of the project before the user's",
      { project: '/w', home: '/home' },
      { path: '/w/.kcp/catalog.yaml', via: 'project' },
    ],
    [
      "the user's where the project has none",
      { project: '/elsewhere', home: '/home' },
      { path: '/home/.kcp/catalog.yaml', via: 'user' },
    ],
    ['none', { project: '/elsewhere' }, undefined],
  ] as const)('KCP-017: %s', (_, places, expected) => {
    expect(findDistribution(files, places)).toEqual(expected)
  })
})
