import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as library from '../src/index.ts'
import { codeRows } from '../src/model/codes/codes.ts'
import { verbGroups } from '../src/serve/cli/help.ts'
import { exitCodes } from '../src/serve/cli/verb.ts'
import { aliases, verbs } from '../src/serve/cli/verbs.ts'
import { version } from '../src/version.ts'
import { expectGenerated } from './support/generated-file.ts'

test('the public names of the library', () => {
  expect(Object.keys(library).sort()).toEqual([
    'countTokens',
    'decide',
    'fenceText',
    'findReceipt',
    'inspectText',
    'listReceipts',
    'manifestSchema',
    'openForPerson',
    'openKnowledge',
    'packSchema',
    'parseManifest',
    'parsePack',
    'planAccess',
    'proposeGrants',
    'query',
    'saveGrants',
    'selectAuth',
    'unfence',
    'usableUnits',
    'validatePaths',
    'validateText',
    'verifyReceipts',
    'version',
  ])
})

test('the help lists every verb once', () => {
  expect(Object.values(verbGroups).flat().sort()).toEqual(Object.keys(verbs).sort())
})

test('the verbs', () => {
  expect(Object.keys(verbs)).toEqual([
    'init',
    'import',
    'split',
    'compile',
    'status',
    'claims',
    'inspect',
    'health',
    'export',
    'migrate',
    'hints',
    'validate',
    'catalog',
    'activate',
    'read',
    'evidence',
    'query',
    'explain',
    'why',
    'trust',
    'approve',
    'enable',
    'disable',
    'eval',
    'check',
    'replay',
    'rehydrate',
    'diff',
    'receipts',
    'sign',
    'verify',
    'fence',
    'unfence',
    'fetch',
    'federate',
    'publish',
    'add',
    'list',
    'update',
    'remove',
    'doctor',
    'schema',
    'integrate',
    'hook',
    'memory',
    'workspace',
    'completion',
    'lsp',
    'mcp',
    'serve',
    'push',
    'key',
    'store',
  ])
  expect(Object.keys(aliases)).toEqual(['read-properties', 'to-catalog', 'resolve-context', 'validate-run'])
})

test('the exit codes', () => {
  expect(exitCodes).toEqual({ ok: 0, findings: 1, trouble: 2, denied: 3, budget: 4 })
})

test('the codes, with their names and severities', () => {
  const lines = Object.entries(codeRows).map(([code, { name, severity }]) => `${code} ${name} ${severity}`)
  expectGenerated('test/golden/codes.txt', `${lines.sort().join('\n')}\n`)
})

test('the version is that of the package', () => {
  expect(version).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version)
})
