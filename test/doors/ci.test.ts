import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const command = join(process.cwd(), 'dist/cli.js')

interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A repository with one commit; its home is empty. */
function repository(tree: Readonly<Record<string, string>>) {
  const folder = tempFolder(tree)
  const env = { PATH: process.env['PATH'], HOME: tempFolder(), GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.org', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  return {
    folder,
    env,
    git,
    write: (path: string, text: string): void => writeFileSync(join(folder, path), text),
    remove: (path: string): void => rmSync(join(folder, path)),
    run(...args: readonly string[]): Result {
      const { status, stdout, stderr } = spawnSync('node', [command, ...args], { cwd: folder, env, encoding: 'utf8' })
      return { code: status, stdout, stderr }
    },
  }
}

const warranty = '# Warranty\n\nThe warranty of a kiosk is 24 months.\n'
const questions =
  'questions:\n  - task: How long is the warranty of a kiosk?\n    expect: setup.md\n  - task: What is a zebra?\n'
const tree = {
  'knowledge.yaml': manifestText({}, unitWith({ depends_on: ['nothing'] })),
  'setup.md': warranty,
  '.lorefence/questions.yaml': questions,
}

describe('validate --since', () => {
  test('a finding of the revision is not reported again, also after lines were added above it', () => {
    const { run, write } = repository(tree)
    expect(run('validate', '.', '--strict').code).toBe(1)
    write('knowledge.yaml', `# A comment.\n\n${tree['knowledge.yaml']}`)
    const later = run('validate', '.', '--strict', '--since', 'HEAD')
    expect(later.code).toBe(0)
    expect(later.stdout).toContain('no new findings; 1 known finding not reported')
  })

  test('a deleted document is a new finding of the manifest that did not change', () => {
    const { run, remove } = repository(tree)
    remove('setup.md')
    const { code, stdout } = run('validate', '.', '--strict', '--since', 'HEAD', '--json')
    const report = JSON.parse(stdout) as { findings: { code: string }[]; summary: { known: number } }
    expect(code).toBe(1)
    expect(report.findings.map((finding) => finding.code)).toEqual(['KCP412'])
    expect(report.summary.known).toBe(1)
  })

  test('compares with the commit at which the branch left the revision', () => {
    const { run, git, write } = repository({ 'setup.md': warranty, 'knowledge.yaml': manifestText() })
    git('checkout', '-qb', 'change')
    git('checkout', '-q', 'main')
    write('knowledge.yaml', tree['knowledge.yaml'])
    git('commit', '-qam', 'main moves on')
    git('checkout', '-q', 'change')
    write('knowledge.yaml', tree['knowledge.yaml'])
    expect(run('validate', '.', '--strict', '--since', 'main').code).toBe(1)
  })

  test('an unknown revision and an option in its place are usage errors', () => {
    const { run } = repository(tree)
    for (const name of ['nowhere', '--output=x', '']) {
      const { code, stderr } = run('validate', '.', `--since=${name}`)
      expect(code).toBe(2)
      expect(stderr).toContain('is not in this clone')
    }
    expect(run('validate', '.', '--since', 'HEAD', '--baseline', 'x').code).toBe(2)
  })
})

describe('validate --baseline', () => {
  test('findings of an earlier report are not reported again, new ones are', () => {
    const { run, write } = repository(tree)
    expect(run('validate', '.', '--json', '--output', 'known.json').code).toBe(0)
    expect(run('validate', '.', '--strict', '--baseline', 'known.json').code).toBe(0)
    write('knowledge.yaml', manifestText({}, unitWith({ depends_on: ['nothing', 'nobody'] })))
    const later = run('validate', '.', '--strict', '--baseline', 'known.json')
    expect(later.code).toBe(1)
    expect(later.stdout).toContain('"nobody"')
    expect(later.stdout).not.toContain('"nothing"')
  })

  test('a missing baseline names the command that writes it', () => {
    const { run } = repository(tree)
    expect(run('validate', '.', '--baseline', 'known.json').stderr).toContain(
      'To write it: lorefence validate . --json --output known.json',
    )
    expect(run('validate', '.', '--baseline', 'setup.md').stderr).toContain('"setup.md" is not a report.')
  })
})

test('Markdown that is no pack is skipped beside documents, and trouble alone: a wrong path must not pass', () => {
  const { run } = repository(tree)
  expect(run('validate', 'setup.md')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'lorefence: "setup.md" is no pack, manifest or record, so nothing was validated. Name KNOWLEDGE.md, knowledge.yaml, or a folder with them.\n',
  })
  expect(run('validate', 'setup.md', 'knowledge.yaml').stdout).toContain('1 document: 1 warning')
})

test('--format github shows ten of a kind, errors first, and counts the others', () => {
  const { run } = repository({
    'knowledge.yaml': manifestText({}, unitWith({ depends_on: Array.from({ length: 14 }, (_, i) => `unit-${i}`) })),
    'setup.md': warranty,
  })
  const lines = run('validate', '.', '--format', 'github').stdout.trim().split('\n')
  expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10)
  expect(lines.at(-1)).toBe('::notice title=lorefence::1 document: 14 warnings; 10 are shown here.')
})

test('SARIF results have fingerprints that survive moved lines and tell equal findings apart', () => {
  const { run, write } = repository(tree)
  const fingerprints = (): readonly string[] => {
    const sarif = JSON.parse(run('validate', '.', '--format', 'sarif').stdout) as {
      runs: [{ results: { partialFingerprints: Record<string, string> }[] }]
    }
    return sarif.runs[0].results.map(({ partialFingerprints }) => partialFingerprints['lorefence/v1'] ?? '')
  }
  const before = fingerprints()
  write('knowledge.yaml', `# A comment.\n${tree['knowledge.yaml']}`)
  expect(fingerprints()).toEqual(before)
  expect(new Set(before).size).toBe(before.length)
  expect(before.length).toBeGreaterThan(0)
})

test('before the first commit every finding is new, so that a hook works from the start', () => {
  const { folder, env } = repository(tree)
  rmSync(join(folder, '.git'), { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder, env })
  execFileSync('git', ['add', '-A'], { cwd: folder, env })
  const validate = (): Result => {
    const { status, stdout, stderr } = spawnSync('node', [command, 'validate', '.', '--since', 'HEAD'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return { code: status, stdout, stderr }
  }
  expect(validate()).toMatchObject({ code: 0, stdout: expect.stringContaining('"nothing"') })
  writeFileSync(join(folder, 'knowledge.yaml'), 'project: [')
  expect(validate()).toMatchObject({ code: 1, stderr: '' })
})

describe('check', () => {
  test('shows what an agent would now read instead', () => {
    const { run, write } = repository(tree)
    expect(run('check').stdout).toContain('2 questions: 0 changed')
    write('setup.md', warranty.replace('24', '36'))
    const { code, stdout } = run('check')
    expect(code).toBe(0)
    expect(stdout).toContain('-The warranty of a kiosk is 24 months.')
    expect(stdout).toContain('+The warranty of a kiosk is 36 months.')
    expect(stdout).toContain('2 questions: 1 changed')
  })

  test('an expected place that is gone fails, also when it was renamed', () => {
    const { run, git } = repository(tree)
    git('mv', 'setup.md', 'other.md')
    const { code, stdout } = run('check', '--json')
    expect(code).toBe(1)
    const [first] = (JSON.parse(stdout) as { questions: { unmet: string[]; worse: boolean }[] }).questions
    expect(first).toMatchObject({ unmet: ['"setup.md" is not in the answer.'], worse: true })
  })

  test('text of documents and questions stays inert in Markdown', () => {
    const hostile = 'The warranty of a kiosk ````` is 24 months. @octocat ![x](https://example.org/x.png) <img src=x>'
    const { run, write } = repository({
      ...tree,
      '.lorefence/questions.yaml': 'questions:\n  - task: "How long is `the` warranty of a kiosk? ``` @octocat <b>"\n',
    })
    write('setup.md', `# Warranty @octocat\n\n${hostile}\n`)
    const { stdout } = run('check', '--format', 'markdown')
    expect(stdout).toContain('@octocat')
    const [, fence = ''] = /^(`{3,})diff$/m.exec(stdout) ?? []
    expect(fence.length).toBeGreaterThan(5)
    const prose = stdout
      .split(fence)
      .filter((_, i) => i % 2 === 0)
      .join('')
      .replace(/^#### (`+) .* \1$/m, '')
    expect(prose).not.toMatch(/@|<|!\[|\]\(/)
  })

  test('the signatures that its user requires hold here too', () => {
    const { run, env } = repository(tree)
    mkdirSync(join(env.HOME, '.config/lorefence'), { recursive: true })
    writeFileSync(join(env.HOME, '.config/lorefence/lorefence.yaml'), 'require_signatures: true\n')
    const { code, stdout } = run('check')
    expect([code, stdout]).toEqual([1, expect.stringContaining('"setup.md" is not in the answer.')])
    expect(stdout).toContain('✗ How long is the warranty of a kiosk?  withheld')
  })

  test('a file with an error asks nothing, and an absent one says what to write', () => {
    const { run, write, remove } = repository(tree)
    write('.lorefence/questions.yaml', 'questions:\n  - tsk: How long?\n')
    expect(run('check')).toMatchObject({ code: 2, stdout: '' })
    expect(run('check').stderr).toContain('.lorefence/questions.yaml:2:5')
    remove('.lorefence/questions.yaml')
    expect(run('check').stderr).toContain('does not exist. Write the questions')
  })

  test('grants nothing: a read afterwards has no text', () => {
    const { run } = repository(tree)
    run('check')
    expect(run('read', 'How long is the warranty of a kiosk?').stdout).toBe('')
  })
})

interface Step {
  readonly name: string
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}

test('the steps of the action and the pre-commit hook run with the packed package', () => {
  const work = tempFolder()
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', work], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string }]
  const { folder, env, git, write } = repository(tree)
  git('checkout', '-qb', 'change')
  write('setup.md', warranty.replace('24', '36'))
  write('knowledge.yaml', manifestText({}, unitWith({ depends_on: ['nothing', 'nobody'] })))
  git('commit', '-qam', 'change')
  const action = load(readFileSync('action.yml', 'utf8')) as {
    inputs: Record<string, { default: string }>
    runs: { steps: readonly Step[] }
  }
  const inputs: Readonly<Record<string, string>> = {
    path: action.inputs['path']?.default ?? '',
    strict: 'true',
    package: join(work, packed[0].filename),
  }
  /** Of the expressions of the action: an input, or what a pull request yields. */
  const evaluate = (text: string): string =>
    text.replace(
      /\$\{\{ inputs\.(\w+)(?: \|\| .*?'(HEAD\^1)'.*?)? \}\}/,
      (_, name: string, base = '') => inputs[name] ?? String(base),
    )
  const summary = join(work, 'summary.md')
  appendFileSync(summary, '')
  const results = action.runs.steps.map((step) => {
    const values = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, evaluate(text)]))
    expect(step.run).not.toContain('${{')
    const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', step.run], {
      cwd: step.name === 'Install' ? work : folder,
      env: { ...env, ...values, RUNNER_TEMP: work, GITHUB_STEP_SUMMARY: summary, npm_config_offline: 'true' },
      encoding: 'utf8',
    })
    return { name: step.name, status, stdout }
  })
  expect(results.map(({ name, status }) => [name, status])).toEqual([
    ['Install', 0],
    ['Validate', 1],
    ['Check saved questions', 0],
  ])
  expect(results[1]?.stdout).toContain('::warning file=knowledge.yaml')
  expect(results[1]?.stdout).not.toContain('"nothing"')
  expect(readFileSync(summary, 'utf8')).toContain('+The warranty of a kiosk is 36 months.')

  const [hook] = load(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as [Readonly<Record<string, unknown>>]
  // A deleted document is no file for pre-commit to pass, so the hook always runs.
  expect(hook).toMatchObject({ language: 'node', pass_filenames: false, always_run: true })
  expect(readFileSync('.npmrc', 'utf8')).toContain('foreground-scripts=false\n')
  mkdirSync(join(folder, '.git/hooks'), { recursive: true })
  const path = `PATH="${join(work, 'lorefence/node_modules/.bin')}:$PATH"`
  writeFileSync(join(folder, '.git/hooks/pre-commit'), `#!/bin/sh\n${path} exec ${String(hook['entry'])} --strict\n`, {
    mode: 0o755,
  })
  git('rm', '-q', 'setup.md')
  expect(() => git('commit', '-qm', 'without a document')).toThrow(/KCP412/)
  git('reset', '-q', '--hard')
  appendFileSync(join(folder, 'setup.md'), 'It starts with the delivery.\n')
  git('commit', '-qam', 'longer')
}, 120_000)
