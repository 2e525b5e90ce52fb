import { describe, expect, test } from 'vitest'
import { validatePaths } from '../../../src/app/index.ts'
import { loadConfig } from '../../../src/app/open/config.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'

const userFile = '/home/ada/.config/lorefence/lorefence.yaml'

function load(
  tree: Readonly<Record<string, MemoryContent>>,
  env: Readonly<Record<string, string>> = {},
  workspaces: readonly string[] = ['/w'],
) {
  return loadConfig(memoryFiles(tree), {
    userFolder: '/home/ada/.config/lorefence',
    home: '/home/ada',
    workspaces,
    env,
  })
}

describe('without a config', () => {
  test('a person on their own machine is cleared for internal content and uses an external model; the rest is unknown', () => {
    const { requester, unattendedGrants, organization, restraints, trouble } = load({})
    expect(requester).toEqual({ clearance: 'internal', model: 'external' })
    expect({ unattendedGrants, organization, restraints, trouble }).toEqual({
      unattendedGrants: false,
      organization: [],
      restraints: {},
      trouble: undefined,
    })
  })
})

describe("the user's config", () => {
  test('sets facts, folders, ceilings and the types that are allowed', () => {
    const config = load({
      [userFile]: [
        'requester: {role: auditor, clearance: confidential, scopes: [kiosk:read]}',
        'roots: [work/harbor, /srv/notes]',
        'organization: ["~/company"]',
        'grants: unattended',
        'budget: 1200',
        'max_clearance: confidential',
        'allow_types: [runbook]',
        'ignore: [drafts]',
        'disabled: [pack:old]',
        '',
      ].join('\n'),
    })
    expect(config).toMatchObject({
      requester: { role: 'auditor', clearance: 'confidential', model: 'external', scopes: ['kiosk:read'] },
      roots: ['/home/ada/work/harbor', '/srv/notes'],
      organization: ['/home/ada/company'],
      unattendedGrants: true,
      allowTypes: ['runbook'],
      restraints: { budget: 1200, maxClearance: 'confidential', ignore: ['drafts'], disabled: ['pack:old'] },
    })
    expect(config.diagnostics).toEqual([])
  })

  test('an empty file sets nothing', () => {
    expect(load({ [userFile]: '# nothing yet\n' }).requester).toEqual({ clearance: 'internal', model: 'external' })
  })

  test.each([
    ['a fact of the wrong type', 'requester: {clearance: top-secret}\ngrants: unattended\nbudget: 900\n', 'grants'],
    ['grants that are not a word of the list', 'grants: always\n', 'grants'],
    ['a budget that is no number', 'budget: plenty\ngrants: unattended\n', 'everything'],
    ['YAML that cannot be read', 'requester: {role: admin\n', 'everything'],
    ['a list instead of fields', '- grants: unattended\n', 'everything'],
  ])('%s never loosens: no grant, and nothing is known about the person', (_name, text, stops) => {
    const { requester, unattendedGrants, trouble } = load({ [userFile]: text })
    expect({ requester, unattendedGrants, stops: trouble?.stops }).toEqual({
      requester: {},
      unattendedGrants: false,
      stops,
    })
    expect(trouble?.message).toContain(userFile)
  })

  test('what it restrains holds although another field is wrong', () => {
    expect(
      load({ [userFile]: 'requester: {clearance: top-secret}\nbudget: 900\ndisabled: [pack:old]\n' }).restraints,
    ).toEqual({ budget: 900, disabled: ['pack:old'] })
  })

  test('a file that cannot be opened stops everything', () => {
    expect(load({ [userFile]: { trouble: 'unreadable' } }).trouble?.stops).toBe('everything')
  })
})

describe('the environment', () => {
  test.each([
    [
      'KCP_ENVIRONMENT before the config',
      { KCP_ENVIRONMENT: 'staging', NODE_ENV: 'test' },
      'requester: {environment: production}\n',
      'staging',
    ],
    ['the config before NODE_ENV', { NODE_ENV: 'test' }, 'requester: {environment: production}\n', 'production'],
    ['NODE_ENV where nothing else speaks', { NODE_ENV: 'test' }, '', 'test'],
    ['an empty variable says nothing', { KCP_ENVIRONMENT: '' }, '', undefined],
  ])('KCP-179: %s', (_name, env, text, environment) => {
    expect(load({ [userFile]: text }, env).requester.environment).toBe(environment)
  })

  test.each([
    'requester: {environment: production, depth: deep}\n',
    'requester: {environment: [production]}\n',
    'requester: {role: cook}\nrecords: cloud\n',
    'requester: production\n',
  ])(
    'KCP-174: a broken config on which visibility rests stops everything, because the default may be looser: %j',
    (text) => {
      expect(load({ [userFile]: text }, { NODE_ENV: 'development' }).trouble?.stops).toBe('everything')
    },
  )

  test('no variable opens unattended grants', () => {
    expect(load({}, { LOREFENCE_GRANTS: 'unattended', GRANTS: 'unattended' }).unattendedGrants).toBe(false)
  })
})

describe('the config of a workspace', () => {
  test('tightens: the lowest budget and ceiling, and all globs and refs together', () => {
    const { restraints, requester } = load({
      [userFile]: 'budget: 1500\nignore: [drafts]\nrequester: {clearance: restricted}\n',
      '/w/lorefence.yaml': 'budget: 800\nmax_clearance: public\nignore: [old]\ndisabled: [pack:kiosk]\n',
    })
    expect(restraints).toEqual({
      budget: 800,
      maxClearance: 'public',
      ignore: ['drafts', 'old'],
      disabled: ['pack:kiosk'],
    })
    expect(requester.clearance).toBe('public')
  })

  test('a higher budget or ceiling changes nothing', () => {
    const { restraints, requester } = load({
      [userFile]: 'budget: 800\nmax_clearance: internal\n',
      '/w/lorefence.yaml': 'budget: 90000\nmax_clearance: restricted\n',
    })
    expect([restraints.budget, requester.clearance]).toEqual([800, 'internal'])
  })

  test('AK-115: it cannot name an organisation; facts, grants, roots and types of its own are ignored with a warning each', () => {
    const config = load({
      '/w/lorefence.yaml':
        'requester: {role: admin, clearance: restricted, authenticated: true}\norganization: [/w/evil]\ngrants: unattended\nroots: [/]\nallow_types: [anything]\nrecords: memory\n',
    })
    expect(config).toMatchObject({
      requester: { clearance: 'internal', model: 'external' },
      organization: [],
      unattendedGrants: false,
      roots: [],
      allowTypes: [],
      records: 'files',
    })
    expect(config.diagnostics.map(({ name, where }) => [name, where.pointer])).toEqual([
      ['config-ignored', '/requester'],
      ['config-ignored', '/organization'],
      ['config-ignored', '/grants'],
      ['config-ignored', '/roots'],
      ['config-ignored', '/allow_types'],
      ['config-ignored', '/records'],
    ])
  })

  test('it cannot take back what the user ignores', () => {
    expect(
      load({ [userFile]: 'ignore: [drafts]\n', '/w/lorefence.yaml': 'ignore: ["!drafts", old]\n' }).restraints.ignore,
    ).toEqual(['drafts', 'old'])
  })

  test('a broken one is said and otherwise ignored', () => {
    const config = load({ [userFile]: 'grants: unattended\n', '/w/lorefence.yaml': 'budget: [\n' })
    expect(config).toMatchObject({ unattendedGrants: true, restraints: {} })
    expect(config.diagnostics.map(({ name }) => name)).toEqual(['config-invalid'])
  })

  test('a config folder that lies in a workspace is that of the workspace, whatever XDG_CONFIG_HOME says', () => {
    const files = memoryFiles({
      '/w/.config/lorefence/lorefence.yaml': 'grants: unattended\nrequester: {clearance: restricted}\n',
    })
    const config = loadConfig(files, {
      userFolder: '/w/.config/lorefence',
      home: '/home/ada',
      workspaces: ['/w'],
      env: {},
    })
    expect([config.unattendedGrants, config.requester.clearance]).toEqual([false, 'internal'])
  })
})

describe('judged as a document', () => {
  test('it is found at the root of a workspace and has places', () => {
    const { documents } = validatePaths(memoryFiles({ '/w/lorefence.yaml': 'budget: many\nbudgets: 3\n' }), ['/w'], {
      cwd: '/',
    })
    expect(documents.map(({ path, format, parsed, valid }) => [path, format, parsed, valid])).toEqual([
      ['w/lorefence.yaml', 'config', true, false],
    ])
    expect(documents[0]?.diagnostics.map(({ code, where }) => [code, where.range?.start])).toEqual([
      ['RUN601', { line: 1, column: 9 }],
      ['RUN603', { line: 2, column: 1 }],
    ])
  })

  test("the user's own may set everything", () => {
    const { documents } = validatePaths(memoryFiles({ [userFile]: 'grants: unattended\n' }), [userFile], { cwd: '/' })
    expect(documents[0]?.diagnostics).toEqual([])
  })
})
