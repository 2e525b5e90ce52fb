import fc from 'fast-check'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fenceText } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { terminalSafe, terminalSafeColored } from '../../../src/serve/cli/render/terminal/terminal-safe.ts'
import { chosenWord, processTerminal } from '../../../src/serve/cli/terminal.ts'
import { aliases, verbs } from '../../../src/serve/cli/verbs.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Clears the screen, renames the window, colours, goes back over the line, turns it round, hides. */
const evil = 'EVIL\u001b[2J\u001b[31m\u001b]0;pwned\u0007\u009b1A\r\b\u007f\u202e\u2066\u200b\u{e0041}\u00ad\u3164'
/** The same as a name on a disk, with a line of its own. */
const evilName = `${evil}\nFORGED`
const quoted = JSON.stringify(evil)
const task = 'How long does the battery last?'

const packText = (fields: string, body: string): string =>
  `---\n${fields}\ntype: brand-product\nprofile: wiki-first\n---\n\n${body}`

/** Whatever a repository can name, in whatever it can name it with. */
const tree: Readonly<Record<string, string>> = {
  '.agents/knowledge/kiosk/KNOWLEDGE.md': packText(
    `name: kiosk\ndescription: ${quoted}\nstatus: ready\nversion: ${quoted}\nmetadata:\n  owner: ${quoted}`,
    `# Kiosk ${evil}\n\nAbout ${evil}\n`,
  ),
  '.agents/knowledge/kiosk/compiled/facts.md': `# Battery ${evil}\n\nThe battery lasts nine ${evil} hours. [source: sources/${evil}.md#L1]\n`,
  [`.agents/knowledge/kiosk/compiled/${evilName}.md`]: '# Screen\n\nThe screen is covered for 24 months.\n',
  '.agents/knowledge/kiosk/documents/kiosk.md': `# Kiosk ${evil}\n\n## Battery ${evil}\n\nThe battery lasts nine ${evil} hours. [source: documents/kiosk.md#L1]\n`,
  [`.agents/knowledge/kiosk/documents/${evilName}.md`]: `# Other ${evil}\n\nIt ${evil} has no source. [source: sources/${evil}.md]\n`,
  '.agents/knowledge/kiosk/evals/selection.jsonl': `{"prompt":${quoted},"should_activate":true}\n`,
  [`.agents/knowledge/${evilName}/KNOWLEDGE.md`]: packText(
    `name: ${quoted}\ndescription: ${quoted}\nstatus: ${quoted}`,
    `# ${evil}\n`,
  ),
  '.agents/knowledge/draft/KNOWLEDGE.md': packText(
    `name: draft\ndescription: ${quoted}\nstatus: draft`,
    `# Draft ${evil}\n`,
  ),
  'knowledge.yaml': `kcp_version: "0.14"\nproject: ${quoted}\nversion: 1.0.0\nunits:\n  - id: ${quoted}\n    path: docs/setup.md\n    intent: ${quoted}\n    scope: ${quoted}\n    audience: [agent]\n    triggers: [${quoted}, battery]\n  - id: setup\n    path: ${JSON.stringify(`docs/${evilName}.md`)}\n    intent: How is a kiosk set up?\n    scope: global\n    audience: [${quoted}]\n    requires_capabilities: [${quoted}]\n`,
  'docs/setup.md': `# Setup ${evil}\n\nPlug in the battery. ${evil}\n`,
  [`docs/${evilName}.md`]: `# Other ${evil}\n\nPlug in the battery.\n`,
  [`${evilName}/knowledge.yaml`]: `kcp_version: "0.14"\nproject: two\nversion: 1.0.0\nunits: [{ id: two, path: two.md, intent: ${quoted}, scope: global, audience: [agent] }]\n`,
  [`${evilName}/two.md`]: '# Two\n\nPlug in.\n',
  'lorefence.yaml': `${quoted}: ${quoted}\nroots: [${quoted}]\ndisabled: [${quoted}]\n`,
  '.lorefence/questions.yaml': `questions: [{ task: ${quoted}, expect: ${quoted} }]\n`,
  'run.json': `{"run_id":${quoted},${quoted}:1}`,
}

interface Seen {
  readonly code: number
  readonly out: string
  readonly err: string
}

type Run = (
  argv: readonly string[],
  options?: { readonly stdin?: string; readonly color?: boolean; readonly isTerminal?: boolean },
) => Promise<Seen>

/** The program as a person at a terminal has it, with what it writes to each of its two streams. */
function workspace(): { readonly run: Run; readonly cwd: string; readonly state: string } {
  const cwd = tempFolder(tree)
  const home = tempFolder({
    '.claude/projects/kiosk/s-1.jsonl': `${JSON.stringify({
      type: 'user',
      sessionId: 's-1',
      cwd: `/work/${evilName}`,
      timestamp: '2026-01-02T03:04:05.000Z',
      message: { role: 'user', content: `How long does the battery last? ${evil}` },
    })}\n`,
    'config/lorefence/lorefence.yaml': `grants: unattended\nrequester: { role: ${quoted} }\n${quoted}: 1\n`,
  })
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    LOREFENCE_STATE: join(home, 'state'),
    TRACEPARENT: evil,
    NO_COLOR: '1',
  }
  const run: Run = async (argv, { stdin = '', color = false, isTerminal = true } = {}) => {
    const written = { 1: '', 2: '' }
    const streams = {
      stdin: { isTTY: isTerminal },
      stdout: { isTTY: isTerminal, columns: 100 },
      stderr: { isTTY: isTerminal },
      env,
    } as unknown as Parameters<typeof processTerminal>[0]
    const terminal = processTerminal(streams, (descriptor, text) => void (written[descriptor === 1 ? 1 : 2] += text))
    const code = await main(argv, {
      ...terminal,
      cwd,
      color,
      elapsed: () => 2000,
      program: () => ['/opt/node', '/opt/cli.js'],
      stdin: async () => new TextEncoder().encode(stdin),
      confirm: async () => true,
    })
    return { code, out: written[1], err: written[2] }
  }
  return { run, cwd, state: join(home, 'state') }
}

/** Lines for every verb, together reaching what it prints; `ID` stands for a receipt. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [
    ['init', '--dry-run'],
    ['init', '--update', '--dry-run'],
    ['init', '--pack', 'other', '--dry-run'],
    ['init', evilName],
  ],
  split: [
    ['split', '.agents/knowledge/kiosk', '--dry-run'],
    ['split', '.agents/knowledge/kiosk', '--dry-run', '--json'],
    ['split', evilName],
  ],
  compile: [
    ['compile', '.agents/knowledge/kiosk', '--dry-run'],
    ['compile', '.agents/knowledge/kiosk', '--dry-run', '--json'],
    ['compile', evilName],
  ],
  status: [
    ['status', 'set', '.agents/knowledge/kiosk', 'stale', '--by', evil, '--note', evil, '--dry-run'],
    ['status', 'set', evilName, 'stale', '--by', evil, '--note', evil],
  ],
  claims: [
    ['claims', '.agents/knowledge/kiosk'],
    ['claims', '.agents/knowledge/kiosk', '--json'],
    ['claims', 'propose', '.agents/knowledge/kiosk', evil, '--answer', evil, '--source', evil],
    [
      'claims',
      'propose',
      '.agents/knowledge/kiosk',
      evil,
      '--answer',
      evil,
      '--source',
      'documents/kiosk.md',
      '--dry-run',
    ],
    ['claims', evilName],
  ],
  inspect: [
    ['inspect', '.agents/knowledge/kiosk'],
    ['inspect', '.agents/knowledge/kiosk', '--json'],
    ['inspect', evilName],
  ],
  health: [
    ['health', '.agents/knowledge/kiosk'],
    ['health', '.agents/knowledge/kiosk', '--json'],
    ['health', evilName],
  ],
  import: [
    ['import', 'docs', '--pack', 'other', '--dry-run'],
    ['import', 'docs', '--pack', 'other', '--dry-run', '--json'],
    ['import', 'knowledge.yaml', '--pack', 'other', '--dry-run'],
    ['import', 'docs', '--manifest', '--dry-run', '--root', 'docs'],
    ['import', evilName],
  ],
  export: [
    ['export', '.agents/knowledge/kiosk', '--to', 'llms'],
    ['export', '.agents/knowledge/kiosk', '--to', 'manifest', '--accept-loss'],
    ['export', 'knowledge.yaml', '--to', 'llms'],
    ['export', 'knowledge.yaml', '--to', 'llms', '--json'],
    ['export', evilName, '--to', 'llms'],
  ],
  migrate: [
    ['migrate', '.agents/knowledge/kiosk', '--dry-run'],
    ['migrate', '.agents/knowledge/kiosk', '--dry-run', '--json'],
    ['migrate', evilName],
  ],
  hints: [['hints'], ['hints', '--json'], ['hints', '--since', evilName], ['hints', evilName]],
  validate: [
    ['validate', '.'],
    ['validate', '.', '--format', 'github'],
    ['validate', '.', '--format', 'sarif'],
    ['validate', '.', '--json'],
    ['validate', '.', '--fix', '--dry-run'],
    ['validate', evilName],
  ],
  catalog: [
    ['catalog'],
    ['catalog', '--all'],
    ['catalog', '--json'],
    ['catalog', '--format', 'prompt'],
    ['catalog', '--format', 'xml'],
    ['catalog', '--root', evilName],
  ],
  activate: [
    ['activate', 'kiosk'],
    ['activate', 'kiosk', '--json'],
    ['activate', 'draft'],
    ['activate', evilName],
  ],
  read: [
    ['read', task],
    ['read', task, '--json'],
    ['read', task, '--explain'],
    ['read', `${task} ${evil}`, '--pack', evilName],
    ['read', task, '--session', evilName],
  ],
  evidence: [
    ['evidence', 'kiosk#Battery'],
    ['evidence', `kiosk#${evilName}`],
    ['evidence', evilName],
  ],
  query: [
    ['query', 'battery'],
    ['query', 'battery', '--json'],
    ['query', evilName],
  ],
  explain: [
    ['explain', 'kiosk'],
    ['explain', 'kiosk', '--json'],
    ['explain', 'draft', '--as', `role=${evil}`],
    ['explain', evilName],
  ],
  why: [
    ['why', task, 'kiosk'],
    ['why', task, 'unit:harbor/setup', '--json'],
    ['why', `${task} ${evil}`, evilName],
    ['why', task, 'draft'],
  ],
  trust: [
    ['trust', '.', '--yes'],
    ['trust', '.', '--json'],
    ['trust', evilName],
    ['trust', '--remove', evilName],
  ],
  approve: [
    ['approve', 'draft'],
    ['approve', evilName],
  ],
  enable: [
    ['enable', 'kiosk'],
    ['enable', evilName],
  ],
  disable: [
    ['disable', 'draft'],
    ['disable', evilName],
  ],
  eval: [['eval'], ['eval', '--json'], ['eval', evilName]],
  check: [
    ['check'],
    ['check', '--json'],
    ['check', '--format', 'markdown'],
    ['check', '--since', evilName],
    ['check', '--questions', evilName],
  ],
  replay: [
    ['replay', 'ID'],
    ['replay', evilName],
  ],
  rehydrate: [
    ['rehydrate', 'ID'],
    ['rehydrate', evilName],
  ],
  diff: [
    ['diff', 'ID', 'ID'],
    ['diff', 'ID', evilName],
  ],
  receipts: [
    ['receipts', 'list'],
    ['receipts', 'list', '--json'],
    ['receipts', 'show', 'ID'],
    ['receipts', 'export'],
    ['receipts', 'verify'],
    ['receipts', 'show', evilName],
    ['receipts', evilName],
  ],
  sign: [
    ['sign', evilName, '--key', evilName],
    ['sign', '--new-key', `${evilName}/none/key`],
    ['sign', '.', '--key', evilName],
  ],
  verify: [['verify'], ['verify', '--json'], ['verify', evilName], ['verify', '--origin', evilName]],
  fence: [
    ['fence', '--name', evil],
    ['fence', '--attribute', evilName],
    ['fence', '--json'],
  ],
  unfence: [['unfence'], ['unfence', '--json']],
  fetch: [
    ['fetch', evilName],
    ['fetch', evilName, '--json'],
    ['fetch', `https://127.0.0.1/${evil}`],
    ['fetch', 'https://127.0.0.1/', '--output', `${evilName}/x`],
  ],
  publish: [
    ['publish', '.'],
    ['publish', '.', '--out', `../${evilName}/x/y`, '--dry-run'],
    ['publish', '.', '--out', evilName],
    ['publish', evilName, '--out', '../site', '--json'],
    ['publish', '.', '--out', '../site', '--url', evilName],
  ],
  add: [
    ['add', evilName],
    ['add', `./${evilName}`, '--json'],
    ['add', `./${evil}`],
    ['add', '--catalog', evilName],
    ['add', '--frozen', '--root', `${evil}/none`],
  ],
  list: [['list'], ['list', '--catalog', evilName], ['list', '--catalog', evilName, '--json']],
  update: [['update', evilName], ['update']],
  remove: [
    ['remove', evilName],
    ['remove', evilName, '--json'],
  ],
  federate: [
    ['federate'],
    ['federate', '--json'],
    ['federate', '--plan'],
    ['federate', evilName],
    ['federate', `https://127.0.0.1/${evil}`],
    ['federate', 'https://127.0.0.1', '--json'],
  ],
  doctor: [['doctor'], ['doctor', '--json']],
  schema: [
    ['schema', 'pack'],
    ['schema', evilName],
  ],
  integrate: [
    ['integrate', 'cursor', '--dry-run'],
    ['integrate', evilName],
    ['integrate', 'cursor', '--root', evilName, '--dry-run'],
  ],
  completion: [
    ['completion', 'bash'],
    ['completion', evilName],
  ],
  hook: [
    ['hook', 'session-start'],
    ['hook', evilName],
  ],
  memory: [
    ['memory', 'scan', '--yes'],
    ['memory', 'search', 'battery', '--all-projects'],
    ['memory', 'search', 'battery', '--all-projects', '--json'],
    ['memory', 'list', '--all-projects'],
    ['memory', 'list', '--all-projects', '--json'],
    ['memory', 'show', 's-1', '--all-projects'],
    ['memory', 'show', evilName],
    ['memory', 'stats', '--json'],
    ['memory', 'forget', evilName],
    ['memory', 'forget', '--pattern', evil, '--yes'],
    ['memory', evilName],
  ],
  workspace: [
    ['workspace', 'scan', '.', '--yes'],
    ['workspace', 'search', 'battery'],
    ['workspace', 'search', 'battery', '--json'],
    ['workspace', 'search', 'battery', '--kind', evilName],
    ['workspace', 'verify', '--all'],
    ['workspace', 'verify', '--json'],
    ['workspace', 'gaps'],
    ['workspace', 'gaps', '--repository', evilName],
    ['workspace', 'impact', evilName],
    ['workspace', 'impact', 'knowledge.yaml'],
    ['workspace', 'dispatch', 'battery'],
    ['workspace', 'dispatch', evil, '--format', 'prompt'],
    ['workspace', 'dispatch', 'battery', '--json'],
    ['workspace', 'export', evilName],
    ['workspace', 'export', '--format', evilName],
    ['workspace', 'scan', evilName],
    ['workspace', 'forget', '--yes'],
    ['workspace', evilName],
  ],
  lsp: [['lsp', evilName]],
  mcp: [['mcp', evilName]],
  serve: [['serve', evilName]],
  push: [
    ['push', evilName],
    ['push', '.'],
    ['push', '.', '--store', evilName],
    ['push', '.', '--store', 'postgres://localhost/x', '--workspace', evilName],
  ],
  key: [
    ['key', 'list'],
    ['key', 'add', evilName],
    ['key', 'revoke', evilName],
    ['key', evilName],
  ],
  store: [
    ['store', 'export', evilName],
    ['store', 'import', evilName],
    ['store', evilName],
  ],
  'read-properties': [
    ['read-properties', '.agents/knowledge/kiosk'],
    ['read-properties', evilName],
  ],
  'to-catalog': [
    ['to-catalog', '.agents/knowledge/kiosk'],
    ['to-catalog', evilName],
  ],
  'resolve-context': [
    ['resolve-context', '.agents/knowledge/kiosk', '--query', task],
    ['resolve-context', evilName, '--query', evil],
  ],
  'validate-run': [
    ['validate-run', 'run.json'],
    ['validate-run', evilName],
  ],
  [evil]: [[evil], [evilName, '--json'], ['help', evilName], ['read', `--${evil}`]],
}

// oxlint-disable-next-line no-control-regex, no-misleading-character-class
const obeyed =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e007f}]/u

/** News of progress, which replaces itself. */
const ownStatus = '\r\u001b[K'

/** Prints nothing that others wrote; what it says goes to a client. */
const silent = new Set(['completion', 'lsp', 'mcp', 'serve'])

test('every verb has its lines here', () => {
  expect(
    Object.keys(lines)
      .filter((name) => name !== evil)
      .sort(),
  ).toEqual([...Object.keys(verbs), ...Object.keys(aliases)].sort())
})

describe.each(Object.entries(lines))('what %s prints', (verb, argvs) => {
  test('is nothing that a terminal obeys, and no line that others wrote', { timeout: 60_000 }, async () => {
    const { run, cwd, state } = workspace()
    await run(['trust', '.', '--yes'])
    await run(['read', task])
    const first = readdirSync(join(state, 'receipts')).find((name) => name.endsWith('.jsonl')) ?? ''
    const id = /"id":"(r-[0-9a-f]+)"/.exec(readFileSync(join(state, 'receipts', first), 'utf8'))?.[1] ?? ''
    expect(id).not.toBe('')
    mkdirSync(join(cwd, '.cursor'))
    const stdin = `${fenceText(`one ${evil} two`, { name: evil })}\n`
    let shown = false
    for (const argv of argvs) {
      const words = argv.map((word) => (word === 'ID' ? id : word))
      const [plain, colored] = [await run(words, { stdin }), await run(words, { stdin, color: true })]
      shown ||= `${plain.out}${plain.err}`.includes('EVIL')
      for (const text of [plain.out, plain.err.replaceAll(ownStatus, '')])
        expect({ argv, found: obeyed.exec(text)?.[0], forged: /^\s*FORGED/m.test(text) }).toEqual({
          argv,
          found: undefined,
          forged: false,
        })
      // Our own colours only, and never one that stands in a name.
      const rest = (colored.out + colored.err)
        .replaceAll(ownStatus, '')
        .replaceAll(/\u001b\[(?:1|2|22|31|32|33|34|36|39)m/g, '')
      expect({
        argv,
        found: obeyed.exec(rest)?.[0],
        red:
          /EVIL[^\n]{0,40}\u001b\[31m/.test(colored.out) &&
          !/EVIL[^\n]{0,40}\u001b\[31m[^\n]*\u001b\[39m/.test(colored.out),
      }).toEqual({ argv, found: undefined, red: false })
    }
    expect(shown).toBe(!silent.has(verb))
  })
})

describe('unfence', () => {
  const text = `one ${evil} two\r\nthree\r`

  test('gives the exact bytes to a program', async () => {
    const { run } = workspace()
    expect((await run(['unfence'], { stdin: `${fenceText(text, { name: 'x' })}\n`, isTerminal: false })).out).toBe(text)
  })

  test('spells out for a person what a terminal would obey', async () => {
    const { run } = workspace()
    const { out } = await run(['unfence'], { stdin: `${fenceText('a\u001b[31mb\r\nc\td\re', { name: 'x' })}\n` })
    expect(out).toBe('a<U+001B>[31mb\nc\td<U+000D>e')
  })

  test('and --output writes the exact bytes', async () => {
    const { run, cwd } = workspace()
    await run(['unfence', '--output', 'plain.txt'], { stdin: `${fenceText(text, { name: 'x' })}\n` })
    expect(readFileSync(join(cwd, 'plain.txt'), 'utf8')).toBe(text)
  })
})

describe('terminalSafe', () => {
  test('leaves nothing to obey in any text, and ordinary text as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !obeyed.test(terminalSafe(text))))
    for (const text of ['plain\ttext\n', 'Grüße, 日本語, עברית', '👩‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️', 'می‌خواهم', 'क्ष'])
      expect(terminalSafe(text)).toBe(text)
  })

  test('keeps our colours only where we have coloured', () => {
    expect(terminalSafe('\u001b[31mred\u001b[39m')).toBe('<U+001B>[31mred<U+001B>[39m')
    expect(terminalSafeColored('\u001b[31mred\u001b[39m \u001b[7mturned \u001b[38;5;1m\u001b[2K')).toBe(
      '\u001b[31mred\u001b[39m <U+001B>[7mturned <U+001B>[38;5;1m<U+001B>[2K',
    )
  })
})

test('a plain yes to "pin or follow" is the first word, which grants least; another word is a no', () => {
  const chosen = ['y', 'Yes', 'pin', 'F', 'follow', 'n', '', 'yeah'].map((answer) =>
    chosenWord(answer, ['pin', 'follow']),
  )
  expect(chosen).toEqual(['pin', 'pin', 'pin', 'follow', 'follow', undefined, undefined, undefined])
})
