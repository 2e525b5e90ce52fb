import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { expectGenerated } from '../../support/generated-file.ts'

const golden = 'test/golden/validate'

async function validate(
  args: readonly string[],
  options: FakeTerminalOptions = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const terminal = fakeTerminal({ cwd: resolve(golden, 'input'), ...options })
  const code = await main(['validate', '.', ...args], terminal)
  return { code, stdout: terminal.stdout, stderr: terminal.stderr }
}

describe('the golden reports', () => {
  test.each([
    ['report.txt', []],
    ['report.json', ['--json']],
    ['report.sarif', ['--format', 'sarif']],
    ['report.github.txt', ['--format', 'github']],
    ['report.diff', ['--dry-run']],
  ])('%s', async (file, args) => {
    const { code, stdout } = await validate(args)
    expect(code).toBe(1)
    expectGenerated(`${golden}/${file}`, stdout)
  })

  test('on a narrow screen with colours', async () => {
    const { stdout } = await validate([], { color: true, columns: 60 })
    expectGenerated(`${golden}/report-narrow.ansi`, stdout)
  })
})

/** As published with the standard; ajv knows draft 7, of which the schema uses nothing that draft 4 lacks. */
function sarifValidator(): (value: unknown) => unknown {
  const {
    $schema: _draft,
    id: _id,
    ...schema
  } = JSON.parse(readFileSync('test/fixtures/sarif-2.1.0-rtm.5.json', 'utf8')) as Record<string, unknown>
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  const check = ajv.compile(schema)
  return (value) => (check(value) ? [] : check.errors)
}

describe('KCP-216: machine-readable diagnostics', () => {
  test('KCP-216: the SARIF report is valid by the SARIF 2.1.0 schema', async () => {
    const { stdout } = await validate(['--format', 'sarif', '--lint'])
    const errorsOf = sarifValidator()
    expect(errorsOf(JSON.parse(stdout))).toEqual([])
    expect(errorsOf({ version: '2.1.0', runs: [{}] })).not.toEqual([])
  })

  test('KCP-216: every finding has code, severity, pointer, line, column and section', async () => {
    const { stdout } = await validate(['--json'])
    const { documents } = JSON.parse(stdout) as {
      documents: {
        diagnostics: {
          code: string
          severity: string
          where: { pointer: string; range: { start: { line: number; column: number } } }
          spec: string
        }[]
      }[]
    }
    const found = documents
      .flatMap(({ diagnostics }) => diagnostics)
      .map(({ code, severity, where, spec }) => [
        code,
        severity,
        where.pointer,
        where.range.start.line,
        where.range.start.column,
        spec,
      ])
    expect(found).toContainEqual(['KCP401', 'warning', '/units/1/depends_on/1', 17, 28, 'KCP §4.7'])
    expect(found).toContainEqual(['KCP303', 'error', '/units/1/scope', 15, 12, 'KCP §7'])
  })

  test('KCP-216: SARIF holds the rule, the region and the fix', async () => {
    const { stdout } = await validate(['--format', 'sarif'])
    const [run] = (
      JSON.parse(stdout) as {
        runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[]
      }
    ).runs
    const result = run?.results.find(({ ruleId }) => ruleId === 'KCP303')
    expect(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe('KCP303')
    expect(run?.results.findLast(({ ruleId }) => ruleId === 'KCP303')).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'kiosks/knowledge.yaml' },
            region: { startLine: 15, startColumn: 12, endLine: 15, endColumn: 18 },
          },
        },
      ],
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation: { uri: 'kiosks/knowledge.yaml' },
              replacements: [
                { deletedRegion: { startLine: 15, startColumn: 12 }, insertedContent: { text: 'project' } },
              ],
            },
          ],
        },
      ],
    })
  })
})

describe('nothing of a document reaches the terminal as a command', () => {
  test.each([[[]], [['--json']], [['--format', 'sarif']], [['--format', 'github']], [['--dry-run']]])(
    'with %j',
    async (args) => {
      const { stdout, stderr } = await validate(args)
      expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    },
  )
})
