import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rootsOf } from '../../../src/discover/roots.ts'
import {
  addEntries,
  addFrozen,
  discoverRemote,
  findDistribution,
  inspectText,
  openKnowledge,
  validatePaths,
  type QueryRequest,
} from '../../../src/app/index.ts'
import { codeRows, type Code } from '../../../src/model/codes/codes.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { memoryWorld } from '../../support/install-world.ts'
import { fakeNetwork } from '../../support/fake-network.ts'
import { federatedWorld } from '../../support/federated-world.ts'
import { listed, policy, testKey } from '../../support/signing.ts'
import { filesOf, folderOfCase, readPage, type PageCase } from '../../support/page-cases.ts'

const pagePath = (code: string): string => `docs/diagnostics/${code}.md`

/** Codes whose page is written; the last test of this file demands all of them. */
const written = (Object.keys(codeRows) as Code[]).filter((code) => existsSync(pagePath(code)))

async function codesOf(page: PageCase): Promise<ReadonlySet<string>> {
  if (page.fetch) {
    const result = await fakeNetwork(page.fetch).fetch(page.fetch.url)
    return new Set(result.outcome === 'fetched' ? [] : [result.code])
  }
  if (page.add) return installCodes(page, page.add)
  if (page.federate) return federatedCodes(page)
  if (page.read) {
    const { records, ...request } = page.read
    const ports = memoryPorts(filesOf(page))
    const receipts = { ...ports.receipts, durable: records !== 'memory' }
    const knowledge = await openKnowledge({
      roots: [folderOfCase(page)],
      ports: { ...ports, receipts },
      trustAll: true,
    })
    return new Set((await knowledge.read(request)).warnings.map(({ code }) => code))
  }
  if (page.query !== undefined) {
    const knowledge = await openKnowledge({
      roots: [folderOfCase(page)],
      ports: memoryPorts(filesOf(page)),
      trustAll: true,
    })
    return new Set((await knowledge.query(page.query as QueryRequest)).diagnostics.map(({ code }) => code))
  }
  const folder = folderOfCase(page)
  if (page.inspect)
    return new Set(
      inspectText(String(page.tree[`${folder}/${page.inspect}`]), { file: page.inspect }).map(({ code }) => code),
    )
  if (page.catalog) {
    const { home } = page.catalog
    const roots = rootsOf({ workspaces: [folder], ...(home === undefined ? {} : { home: `${folder}/${home}` }) })
    const { catalog } = await openKnowledge({ roots, ports: memoryPorts(filesOf(page)) })
    return new Set(catalog.diagnostics.map(({ code }) => code))
  }
  const options = { cwd: '/', strict: page.flags.includes('--strict'), lint: page.flags.includes('--lint') }
  const named = page.flags.find((flag) => !flag.startsWith('--'))
  const result = validatePaths(filesOf(page), [named ? `${folder}/${named}` : folder], options)
  return new Set(
    [...result.documents.flatMap((document) => document.diagnostics), ...result.notes].map(
      (diagnostic) => diagnostic.code,
    ),
  )
}

async function installCodes(page: PageCase, add: NonNullable<PageCase['add']>): Promise<ReadonlySet<string>> {
  const root = folderOfCase(page)
  const { world } = memoryWorld(page.tree, { root })
  const catalog = findDistribution(world.files, { project: root })
  const { sources = [], frozen } = add
  const { entries, inPlace, refused } = frozen
    ? await addFrozen(world, { catalog, dryRun: true })
    : await addEntries(world, { sources, cwd: root, catalog, dryRun: true })
  const stale = [...entries, ...inPlace].some((entry) => entry.stale.length > 0) ? ['RUN737'] : []
  return new Set([...refused.map(({ code }) => code), ...stale])
}

/** The files of the case are those of `/w`. */
async function federatedCodes({
  tree,
  federate: { origin, remote = {}, signed = [] } = {},
}: PageCase): Promise<ReadonlySet<string>> {
  const moved = Object.entries(tree).map(([path, content]) => [path.replace('/case/', '/w/'), String(content)])
  const key = testKey()
  const signatures = signed.map((path) => [`/w/${path}.sig`, key.file(String(tree[`/case/${path}`]))])
  const own = federatedWorld({
    tree: Object.fromEntries([...moved, ...signatures]) as Record<string, string>,
    remote,
    ...(signed.length > 0 ? { policy: policy([listed('k', key)], { allowDerivedOrigin: true }) } : {}),
  })
  const found = origin === undefined ? await own.run() : await discoverRemote(new URL(origin), own.fetcher)
  return new Set(found.diagnostics.map(({ code }) => code))
}

describe.each(written)('the page of %s', (code) => {
  const page = readPage(readFileSync(pagePath(code), 'utf8'))

  test('has at least one case that triggers and one near miss', () => {
    expect(page.triggers.length).toBeGreaterThan(0)
    expect(page.nearMisses.length).toBeGreaterThan(0)
  })

  test('its triggers trigger', async () => {
    for (const example of page.triggers) expect(await codesOf(example)).toContain(code)
  })

  test('its near misses do not', async () => {
    for (const example of page.nearMisses) expect(await codesOf(example)).not.toContain(code)
  })
})

test('every code has its page', () => {
  expect(Object.keys(codeRows).filter((code) => !existsSync(pagePath(code)))).toEqual([])
})
