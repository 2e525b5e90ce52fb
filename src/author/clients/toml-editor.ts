import { indexLines } from '../../text/positions/lines.ts'
import { serverName, type ConfigEditor, type FoundSettings, type Presets, type ServerCommand } from './client.ts'
import { scanToml, tomlString, tomlStrings, type TomlStatement } from './toml-statements.ts'

/** Edits the table `[<parent>.lorefence]` of a TOML text and nothing else. */
export function tomlEditor(parent: string): ConfigEditor {
  const add: ConfigEditor['add'] = (text, command, presets = {}) => {
    const opened = openTable(text, parent)
    if ('detail' in opened) return { ok: false, detail: opened.detail }
    const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
    const own = opened.sections.find(({ depth }) => depth === 0)
    if (own) {
      const unset = Object.entries(presets).filter(([key]) => !own.pairs.some(({ keys }) => keys[0] === key))
      const changed = sameCommand(own, text, command) ? {} : commandPairs(command)
      return {
        ok: true,
        text: rewrite(text, own, { ...changed, ...presetPairs(Object.fromEntries(unset)) }, lineBreak),
      }
    }
    const pairs = { ...commandPairs(command), ...presetPairs(presets) }
    const block = [
      `[${parent}.${serverName}]`,
      ...Object.entries(pairs).map(([key, value]) => `${key} = ${value}`),
    ].join(lineBreak)
    if (text === '') return { ok: true, text: `${block}${lineBreak}` }
    // A text without a final line break stays so, so that removing restores it.
    return {
      ok: true,
      text: text.endsWith('\n') ? `${text}${lineBreak}${block}${lineBreak}` : `${text}${lineBreak}${lineBreak}${block}`,
    }
  }
  return {
    add,
    find: (text) => findTable(text, parent),
    remove(text) {
      const opened = openTable(text, parent)
      if ('detail' in opened) return { ok: false, detail: opened.detail }
      const own = opened.sections.find(({ depth }) => depth === 0)
      const command = own && commandIn(own, text)
      const alone = command ? add('', command, presetsIn(own, text)) : undefined
      if (alone?.ok && alone.text === text) return { ok: true }
      return { ok: true, text: [...opened.sections].reverse().reduce(cutSection, text) }
    },
  }
}

const commandPairs = ([command, ...args]: ServerCommand): Readonly<Record<string, string>> => ({
  command: quoted(command),
  args: `[${args.map(quoted).join(', ')}]`,
})

const presetPairs = (presets: Presets): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(presets).map(([key, value]) => [key, String(value)]))

/** A basic string of TOML is a string of JSON, except for the delete character. */
const quoted = (word: string): string => JSON.stringify(word).replaceAll('\u007f', String.raw`\u007F`)

interface Section {
  readonly header: TomlStatement
  readonly pairs: readonly TomlStatement[]
  /** 0 for our table, more for tables below it. */
  readonly depth: number
}

function openTable(
  text: string,
  parent: string,
): { readonly sections: readonly Section[] } | { readonly detail: string } {
  const scan = scanToml(text)
  if (!scan.ok) return { detail: `It is not valid TOML in line ${indexLines(text).position(scan.at).line}.` }
  const own = [parent, serverName]
  const sections: { header: TomlStatement; pairs: TomlStatement[]; depth: number }[] = []
  let table: readonly string[] = []
  let current: TomlStatement[] | undefined
  for (const statement of scan.statements) {
    const keys = statement.kind === 'pair' ? [...table, ...statement.keys] : statement.keys
    const within = own.every((key, i) => keys[i] === key || (i >= keys.length && statement.kind !== 'table'))
    if (statement.kind === 'pair') {
      if (current) current.push(statement)
      else if (within) return { detail: otherForm(keys) }
      continue
    }
    if (statement.kind === 'tables' && within) return { detail: otherForm(keys) }
    table = keys
    current = within && keys.length >= own.length ? [] : undefined
    if (current) sections.push({ header: statement, pairs: current, depth: keys.length - own.length })
  }
  if (sections.filter(({ depth }) => depth === 0).length > 1)
    return { detail: `The table [${own.join('.')}] is declared twice.` }
  return { sections }
}

const otherForm = (keys: readonly string[]): string =>
  `"${keys.join('.')}" is not a table; write it as a table, or edit it by hand.`

function findTable(text: string, parent: string): FoundSettings {
  const opened = openTable(text, parent)
  if ('detail' in opened) return { state: 'unreadable', detail: opened.detail }
  const own = opened.sections.find(({ depth }) => depth === 0)
  if (!own) return { state: 'absent' }
  const command = commandIn(own, text)
  return { state: 'registered', ...(command ? { command } : {}), presets: presetsIn(own, text) }
}

const presetsIn = ({ pairs }: Section, text: string): Presets =>
  Object.fromEntries(
    pairs.flatMap(({ keys, value, end }) => {
      const written = text.slice(value, end).trim()
      return keys.length === 1 && /^(?:true|false|0|[1-9]\d{0,8})$/.test(written)
        ? [[keys[0], JSON.parse(written)]]
        : []
    }),
  )

function valueOf({ pairs }: Section, key: string, text: string): string | undefined {
  const pair = pairs.find(({ keys }) => keys.length === 1 && keys[0] === key)
  return pair && text.slice(pair.value, pair.end)
}

function commandIn(section: Section, text: string): ServerCommand | undefined {
  const command = tomlString(valueOf(section, 'command', text) ?? '')
  return command === undefined ? undefined : [command, ...(tomlStrings(valueOf(section, 'args', text) ?? '') ?? [])]
}

const sameCommand = (section: Section, text: string, command: ServerCommand): boolean =>
  JSON.stringify(commandIn(section, text)) === JSON.stringify(command)

/** Sets our keys and keeps the others. */
function rewrite(
  text: string,
  { header, pairs }: Section,
  wanted: Readonly<Record<string, string>>,
  lineBreak: string,
): string {
  const written = pairs.filter(({ keys }) => keys.length === 1 && Object.hasOwn(wanted, keys[0] ?? ''))
  const replaced = [...written]
    .reverse()
    .reduce((result, { keys, value, end }) => result.slice(0, value) + wanted[keys[0] ?? ''] + result.slice(end), text)
  const missing = Object.entries(wanted).filter(([key]) => !written.some(({ keys }) => keys[0] === key))
  const lines = missing.map(([key, value]) => `${lineBreak}${key} = ${value}`).join('')
  const lineEnd = header.next - (/\r?\n$/.exec(text.slice(header.end, header.next))?.[0].length ?? 0)
  return replaced.slice(0, lineEnd) + lines + replaced.slice(lineEnd)
}

/** Removes a table with the empty line above it. */
function cutSection(text: string, { header, pairs }: Section): string {
  const lineStart = text.lastIndexOf('\n', header.start - 1) + 1
  const end = pairs.at(-1)?.next ?? header.next
  const above = text.slice(0, lineStart)
  // Without a final line break the table was added after two breaks.
  if (end === text.length && !text.endsWith('\n')) return above.replace(/(?:\r?\n){1,2}$/, '')
  const hasBlankLine = /(?:^|\n)\r?\n$/.test(above)
  return (hasBlankLine ? above.replace(/\r?\n$/, '') : above) + text.slice(end)
}
