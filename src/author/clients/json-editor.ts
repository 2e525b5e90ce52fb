import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { indexLines } from '../../text/positions/lines.ts'
import {
  serverName,
  type ConfigEditor,
  type Edited,
  type FoundSettings,
  type Presets,
  type ServerCommand,
} from './client.ts'
import { insertProperty, removeProperty, replaceValue } from './json-property.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Where and how a client stores its servers. */
export interface JsonShape {
  /** Keys that lead to the object of all servers. */
  containerIn(config: JsonObject): readonly string[]
  entry(command: ServerCommand, about: { readonly container: readonly string[]; readonly presets: Presets }): JsonObject
  commandIn(entry: JsonObject): readonly string[] | undefined
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textList = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : undefined

/** `{ command, args }`, as most clients have it. */
export function commandAndArguments(container: readonly string[], also: JsonObject = {}): JsonShape {
  return {
    containerIn: () => container,
    entry: ([command, ...args], { presets }) => ({ ...also, ...presets, command, args }),
    commandIn: ({ command, args }) => (typeof command === 'string' ? [command, ...(textList(args) ?? [])] : undefined),
  }
}

/** Edits JSON with or without comments and trailing commas. */
export function jsonEditor(shape: JsonShape): ConfigEditor {
  const add: ConfigEditor['add'] = (text, command, presets = {}) => {
    const opened = openConfig(text, shape)
    if ('detail' in opened) return { ok: false, detail: opened.detail }
    const { root, container, reached, entry } = opened
    if (entry) {
      const set = new Set(Object.keys(objectOf(entry)))
      const unset = Object.fromEntries(Object.entries(presets).filter(([key]) => !set.has(key)))
      return { ok: true, text: replaceEntry(text, entry, shape.entry(command, { container, presets: unset })) }
    }
    const wanted = shape.entry(command, { container, presets })
    const keys = [...container, serverName]
    const missing = keys.slice(reached.length)
    const value = missing.slice(1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), wanted)
    const parent = reached.at(-1) ?? root
    if (!parent) return { ok: true, text: `${JSON.stringify({ [missing[0] ?? '']: value }, null, 2)}\n` }
    return { ok: true, text: insertProperty(text, parent, missing[0] ?? '', value) }
  }
  return {
    find: (text) => findEntry(text, shape),
    add,
    remove(text) {
      const opened = openConfig(text, shape)
      if ('detail' in opened) return { ok: false, detail: opened.detail }
      const { root, reached, entry } = opened
      if (!root || !entry) return { ok: true, text }
      return undo(text, [root, ...reached], entry, add, shape)
    },
  }
}

/**
 * Also removes objects, and the file, that adding created. Each candidate counts only if adding the entry to it
 * produces the present bytes.
 */
function undo(text: string, objects: readonly Node[], entry: Node, add: ConfigEditor['add'], shape: JsonShape): Edited {
  const command = commandOf(entry, shape)
  const makes = (candidate: string): boolean => {
    const again = command && add(candidate, command, presetsIn(entry))
    return again?.ok === true && again.text === text
  }
  if (makes('')) return { ok: true }
  const holders = [entry, ...objects.slice(1).reverse()].flatMap(({ parent }) => parent ?? [])
  const alone = holders.filter(
    (_, depth) => depth === 0 || objects.slice(-depth).every(({ children = [] }) => children.length === 1),
  )
  const candidates = alone.reverse().flatMap((property) => removeProperty(text, property))
  return { ok: true, text: candidates.find(makes) ?? removeProperty(text, holders[0] ?? entry)[0] ?? text }
}

function findEntry(text: string, shape: JsonShape): FoundSettings {
  const opened = openConfig(text, shape)
  if ('detail' in opened) return { state: 'unreadable', detail: opened.detail }
  if (!opened.entry) return { state: 'absent' }
  const command = commandOf(opened.entry, shape)
  return { state: 'registered', ...(command ? { command } : {}), presets: presetsIn(opened.entry) }
}

function commandOf(entry: Node, shape: JsonShape): ServerCommand | undefined {
  const [first, ...rest] = shape.commandIn(objectOf(entry)) ?? []
  return first === undefined ? undefined : [first, ...rest]
}

function objectOf(entry: Node): JsonObject {
  const value: unknown = getNodeValue(entry)
  return isJsonObject(value) ? value : {}
}

const presetsIn = (entry: Node): Presets =>
  Object.fromEntries(
    Object.entries(objectOf(entry)).flatMap(([key, value]) =>
      typeof value === 'boolean' || typeof value === 'number' ? [[key, value]] : [],
    ),
  )

/** Keeps keys that a person added, such as environment variables. */
function replaceEntry(text: string, entry: Node, wanted: JsonObject): string {
  const present: unknown = getNodeValue(entry)
  const merged = isJsonObject(present) ? { ...present, ...wanted } : wanted
  return JSON.stringify(merged) === JSON.stringify(present) ? text : replaceValue(text, entry, merged)
}

interface OpenedConfig {
  /** Absent in an empty text. */
  readonly root?: Node
  readonly container: readonly string[]
  /** The existing objects on the path to the entry, outermost first, without the root. */
  readonly reached: readonly Node[]
  readonly entry?: Node
}

function openConfig(text: string, shape: JsonShape): OpenedConfig | { readonly detail: string } {
  if (text.trim() === '') return { container: shape.containerIn({}), reached: [] }
  const parsed = parse(text)
  if ('detail' in parsed) return parsed
  const { root } = parsed
  if (root.type !== 'object') return { detail: 'It is not a JSON object.' }
  const container = shape.containerIn(getNodeValue(root) as JsonObject)
  const reached: Node[] = []
  let node = root
  for (const key of [...container, serverName]) {
    const properties = (node.children ?? []).filter((property) => property.children?.[0]?.value === key)
    if (properties.length > 1) return { detail: `It contains the key "${key}" twice.` }
    const value = properties[0]?.children?.[1]
    if (!value) return { root, container, reached }
    if (reached.length === container.length) return { root, container, reached, entry: value }
    if (value.type !== 'object') return { detail: `Its key "${key}" is not an object.` }
    reached.push(value)
    node = value
  }
  return { root, container, reached }
}

function parse(text: string): { readonly root: Node } | { readonly detail: string } {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true })
    const [first] = errors
    if (root && !first) return { root }
    const reason = first
      ? printParseErrorCode(first.error)
          .replace(/([A-Z])/g, ' $1')
          .trim()
          .toLowerCase()
      : 'value expected'
    const { line, column } = indexLines(text).position(first?.offset ?? 0)
    return { detail: `It is not valid JSON: ${reason} in line ${line}, column ${column}.` }
  } catch (error) {
    if (error instanceof RangeError) return { detail: 'It is nested too deeply.' }
    throw error
  }
}
