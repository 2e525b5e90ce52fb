import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cursor } from '../../src/author/clients/cursor.ts'
import { codex } from '../../src/author/clients/codex.ts'
import type { Client, ServerCommand } from '../../src/author/clients/client.ts'

const command: ServerCommand = ['/opt/no"de\\x', '/opt/cli.js', 'mcp']

function addTo({ editor, presets }: Client, text: string, wanted = command): string {
  const edited = editor.add(text, wanted, presets?.own)
  if (!edited.ok) throw new Error(`${edited.detail}\n${text}`)
  return edited.text ?? ''
}

function removeFrom({ editor }: Client, text: string): string | undefined {
  const edited = editor.remove(text)
  if (!edited.ok) throw new Error(edited.detail)
  return edited.text
}

const key = fc.constantFrom('docs', 'files', 'a-b', 'x_1')
const basic = fc
  .string({
    maxLength: 12,
    unit: fc.constantFrom('a', ' ', '#', '[', ']', '{', '}', '=', "'", ',', '/', '\\\\', '\\"', 'é'),
  })
  .map((text) => `"${text}"`)
const literal = fc
  .string({ maxLength: 12, unit: fc.constantFrom('a', ' ', '#', '[', ']', '"', '=', '\\') })
  .map((text) => `'${text}'`)
const long = fc
  .string({ maxLength: 12, unit: fc.constantFrom('a', '\n', '[mcp_servers.lorefence]', '#', '"a', "'") })
  .map((text) => `"""${text}"""`)
const scalar = fc.oneof(basic, literal, long, fc.constantFrom('1', 'true', '2026-11-15T10:00:00Z', '-0.5e3', 'inf'))
const gap = fc.constantFrom('', ' ', '\n  ', '\n# c ]\n')
const tomlValue = fc.oneof(
  scalar,
  fc
    .array(fc.tuple(gap, scalar), { maxLength: 3 })
    .map((items) => `[${items.map(([space, item]) => `${space}${item}`).join(',')}\n]`),
  fc.tuple(key, fc.oneof(basic, literal)).map(([name, value]) => `{ ${name} = ${value}, n.m = [1, {}] }`),
)
const comment = fc.constantFrom('', ' # it\'s "so"', '#')
const statement = fc.oneof(
  fc.tuple(key, tomlValue, comment).map(([name, value, note]) => `${name} = ${value}${note}`),
  fc.tuple(key, comment).map(([name, note]) => `[ mcp_servers . "${name}" ]${note}`),
  fc.tuple(key, comment).map(([name, note]) => `[profiles.${name}]${note}`),
  fc.constantFrom('', '# [mcp_servers.lorefence]', '   ', '[[rules]]'),
)
const toml = fc
  .tuple(fc.array(statement, { maxLength: 8 }), fc.boolean(), fc.boolean())
  .map(([lines, ended, windows]) => {
    const text = `${lines.join('\n')}${ended && lines.length > 0 ? '\n' : ''}`
    return windows ? text.replace(/\n/g, '\r\n') : text
  })

describe('the table of TOML settings', () => {
  test('adding only appends, and removing gives the same bytes back', () => {
    fc.assert(
      fc.property(toml, (text) => {
        const added = addTo(codex, text)
        expect(added.startsWith(text)).toBe(true)
        expect(codex.editor.find(added)).toMatchObject({ state: 'registered', command })
        expect(addTo(codex, added)).toBe(added)
        expect(removeFrom(codex, added) ?? '').toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('a new command and a removal leave every byte outside the table alone', () => {
    fc.assert(
      fc.property(toml, toml, (above, below) => {
        const table = '[mcp_servers.lorefence]\ncommand = "/old" # here\nargs = []\nrequired = false\n'
        const head = above === '' || above.endsWith('\n') ? above : `${above}\n`
        const rest = `[other]\n${below}`
        const replaced = addTo(codex, head + table + rest)
        expect(replaced).toBe(
          `${head}[mcp_servers.lorefence]\ncommand = "/opt/no\\"de\\\\x" # here\nargs = ["/opt/cli.js", "mcp"]\nrequired = false\n${rest}`,
        )
        const removed = removeFrom(codex, replaced) ?? ''
        expect(removed.endsWith(rest)).toBe(true)
        expect(head.startsWith(removed.slice(0, -rest.length))).toBe(true)
        expect(head.slice(removed.length - rest.length).trim()).toBe('')
      }),
      { numRuns: 500 },
    )
  })

  test('another reader of TOML finds the command, and all that was there before', () => {
    const texts = fc.sample(toml, { numRuns: 300, seed: 6 })
    const script =
      'import json,sys,tomllib\nout=[]\nfor before,after in json.load(sys.stdin):\n  try: old=tomllib.loads(before)\n  except Exception: continue\n  new=tomllib.loads(after)\n  own=new["mcp_servers"].pop("lorefence")\n  if "mcp_servers" not in old and not new["mcp_servers"]: new.pop("mcp_servers")\n  out.append([own["command"],*own["args"]]+[repr(old)==repr(new)])\nprint(json.dumps(out))'
    const answers = JSON.parse(
      execFileSync('python3', ['-c', script], {
        input: JSON.stringify(texts.map((text) => [text, addTo(codex, text)])),
        encoding: 'utf8',
      }),
    ) as unknown[]
    expect(answers.length).toBeGreaterThan(50)
    for (const answer of answers) expect(answer).toEqual([...command, true])
  })
})

const jsonValue = fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== undefined)
const servers = fc.option(fc.dictionary(key, jsonValue, { minKeys: 1, maxKeys: 3 }))
const settings = fc
  .tuple(fc.dictionary(key, jsonValue, { maxKeys: 3 }), servers, fc.constantFrom(0, 2, 4, '\t'), fc.boolean())
  .map(([others, own, indent, windows]) => {
    const text = JSON.stringify({ ...others, ...(own ? { mcpServers: own } : {}) }, null, indent)
    return windows ? text.replace(/\n/g, '\r\n') : text
  })
const remark = fc.constantFrom('', ' // it\'s, "so" }', ' /* , } */')

/** Comments behind lines that end with a comma or a value, and a comma too many before a closing bracket. */
const commented = fc.tuple(settings, remark, fc.boolean()).map(([text, note, trailing]) => {
  const lines = text.split('\n')
  const marked = lines.map((line, i) =>
    i > 0 && i < lines.length - 1 && /[\d",}\]a-z]\r?$/.test(line)
      ? line.replace(
          /\r?$/,
          (end) => `${trailing && /^\s*[}\]]/.test(lines[i + 1] ?? '') && !line.includes(',') ? ',' : ''}${note}${end}`,
        )
      : line,
  )
  return marked.join('\n')
})

describe('the entry of JSON settings', () => {
  test('removing gives back the bytes that it was added to', () => {
    fc.assert(
      fc.property(fc.oneof(settings, commented), (text) => {
        fc.pre(text !== '{}')
        const added = addTo(cursor, text)
        expect(cursor.editor.find(added)).toMatchObject({ state: 'registered', command })
        expect(addTo(cursor, added)).toBe(added)
        expect(removeFrom(cursor, added)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('without comments, the value is the old one and ours', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const before = JSON.parse(text) as { mcpServers?: object }
        const [program, ...args] = command
        expect(JSON.parse(addTo(cursor, text))).toEqual({
          ...before,
          mcpServers: { ...before.mcpServers, lorefence: { command: program, args } },
        })
      }),
      { numRuns: 500 },
    )
  })
})
