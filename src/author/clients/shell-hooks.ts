import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { claudeCode } from './claude-code.ts'
import {
  xdgFolder,
  type Client,
  type ConfigEditor,
  type Edited,
  type FoundSettings,
  type ServerCommand,
} from './client.ts'
import { isJsonObject } from './json-editor.ts'
import { appendItem, insertProperty, removeProperty, replaceValue } from './json-property.ts'

/** Events of a client, and the hook of ours that each calls. */
const events = { PreToolUse: 'pre-tool-use', PostToolUse: 'post-tool-use' } as const
type EventName = keyof typeof events

const eventNames = Object.keys(events) as readonly EventName[]

/** A word as a shell reads it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const commandLine = (command: ServerCommand, event: EventName): string =>
  [...command, events[event]].map(quoted).join(' ')

const isOurs = (hook: unknown, event: EventName): boolean =>
  isJsonObject(hook) &&
  typeof hook['command'] === 'string' &&
  new RegExp(`hook(?:\\.c?js)?'? ${events[event]}$`).test(hook['command'])

/** The hooks of Claude Code: lists of groups, each with a matcher and its commands. */
const claudeHooks: ConfigEditor = {
  find(text) {
    const settings = settingsIn(text)
    if ('detail' in settings) return { state: 'unreadable', detail: settings.detail }
    return eventNames.some((event) => groupsIn(settings.value, event).some((group) => hasOurs(group, event)))
      ? { state: 'registered', presets: {} }
      : { state: 'absent' }
  },
  add(text, command) {
    const cleared = withoutHooks(text)
    if (!cleared.ok) return cleared
    let edited = cleared.text === undefined || cleared.text.trim() === '' ? '{}\n' : cleared.text
    for (const event of eventNames) {
      const group = { matcher: 'Bash', hooks: [{ type: 'command', command: commandLine(command, event) }] }
      edited = withGroup(edited, event, group)
    }
    return { ok: true, text: edited }
  },
  remove: withoutHooks,
}

function withGroup(text: string, event: EventName, group: object): string {
  const [root, hooks, groups] = [[], ['hooks'], ['hooks', event]].map((path) => nodeAt(text, path))
  if (groups) return appendItem(text, groups, group)
  if (hooks) return insertProperty(text, hooks, event, [group])
  return root ? insertProperty(text, root, 'hooks', { [event]: [group] }) : text
}

/** Also removes lists and objects that are empty without our hooks, and the file if it only had them. */
function withoutHooks(text: string): Edited {
  const settings = settingsIn(text)
  if ('detail' in settings) return { ok: false, detail: settings.detail }
  let edited = text
  for (const event of eventNames) {
    const groups = groupsIn(valueOf(edited), event)
    if (!groups.some((group) => hasOurs(group, event))) continue
    for (let place = groups.length - 1; place >= 0; place--) {
      const hooks = hooksIn(groups[place])
      const others = hooks.filter((hook) => !isOurs(hook, event))
      if (others.length === hooks.length) continue
      edited = others.length > 0 ? withHooks(edited, event, place, others) : without(edited, ['hooks', event, place])
    }
    if (groupsIn(valueOf(edited), event).length === 0) edited = without(edited, ['hooks', event])
  }
  const { hooks } = valueOf(edited)
  if (edited !== text && isJsonObject(hooks) && Object.keys(hooks).length === 0) edited = without(edited, ['hooks'])
  return edited !== text && /^\s*\{\s*\}\s*$/.test(edited) ? { ok: true } : { ok: true, text: edited }
}

function withHooks(text: string, event: EventName, place: number, hooks: readonly unknown[]): string {
  const node = nodeAt(text, ['hooks', event, place, 'hooks'])
  return node ? replaceValue(text, node, hooks) : text
}

function nodeAt(text: string, path: readonly (string | number)[]): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true })
  return root && findNodeAtLocation(root, [...path])
}

/** Without a property or an item; the tidiest of the possible texts. */
function without(text: string, path: readonly (string | number)[]): string {
  const value = nodeAt(text, path)
  const child = value?.parent?.type === 'property' ? value.parent : value
  return (child && removeProperty(text, child)[0]) ?? text
}

type Settings = Readonly<Record<string, unknown>>

function settingsIn(text: string): { readonly value: Settings } | { readonly detail: string } {
  if (text.trim() === '') return { value: {} }
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0) return { detail: 'It is not valid JSON.' }
  if (!isJsonObject(value)) return { detail: 'It is not a JSON object.' }
  const { hooks } = value
  if (hooks !== undefined && !isJsonObject(hooks)) return { detail: 'Its key "hooks" is not an object.' }
  const wrong = eventNames.find((event) => hooks?.[event] !== undefined && !Array.isArray(hooks[event]))
  return wrong ? { detail: `Its key "hooks.${wrong}" is not a list.` } : { value }
}

function valueOf(text: string): Settings {
  const settings = settingsIn(text)
  return 'value' in settings ? settings.value : {}
}

function groupsIn({ hooks }: Settings, event: EventName): readonly unknown[] {
  const groups = isJsonObject(hooks) ? hooks[event] : undefined
  return Array.isArray(groups) ? groups : []
}

const hooksIn = (group: unknown): readonly unknown[] =>
  isJsonObject(group) && Array.isArray(group['hooks']) ? group['hooks'] : []

const hasOurs = (group: unknown, event: EventName): boolean => hooksIn(group).some((hook) => isOurs(hook, event))

const pluginMark = '// Written by "lorefence integrate opencode --commands"; removed by the same with --remove.'

/** The texts of these settings that lorefence writes, which a shown diff may contain. */
export const hookTexts = (command: ServerCommand): readonly string[] => [
  ...eventNames.map((event) => commandLine(command, event)),
  'Bash',
  'command',
]

/** A plugin of OpenCode is a file. It loads the hooks into the client's process, and changes nothing if they fail. */
const opencodePlugin: ConfigEditor = {
  find(text): FoundSettings {
    if (text.startsWith(pluginMark)) return { state: 'registered', presets: {} }
    if (text.trim() === '') return { state: 'absent' }
    return { state: 'unreadable', detail: 'It was not written by lorefence.' }
  },
  add: (_, command) => ({ ok: true, text: pluginText(command) }),
  remove: (text) => (text.startsWith(pluginMark) ? { ok: true } : { ok: true, text }),
}

const pluginText = ([, program = '']: ServerCommand): string => `${pluginMark}
import { pathToFileURL } from 'node:url'

const loaded = import(pathToFileURL(${JSON.stringify(program)}).href).catch(() => undefined)

const run = async (event, input) => {
  let text = ''
  try {
    const { runShellHook } = await loaded
    await runShellHook(event, {
      stdin: async () => Buffer.from(JSON.stringify(input)),
      out: (part) => void (text += part),
      err: () => undefined,
      env: process.env,
      cwd: input.cwd,
    })
    return text ? JSON.parse(text).hookSpecificOutput : undefined
  } catch {
    return undefined
  }
}

export const LorefenceCommands = async ({ directory }) => {
  const cards = new Map()
  const event = (input, command) => ({
    session_id: input.sessionID,
    cwd: directory,
    tool_name: 'Bash',
    tool_input: { command },
  })
  return {
    'tool.execute.before': async (input, output) => {
      if (input.tool !== 'bash') return
      const reply = await run('pre-tool-use', event(input, output.args.command))
      cards.set(input.callID, { command: output.args.command, card: reply?.additionalContext })
    },
    'tool.execute.after': async (input, output) => {
      const { command, card } = cards.get(input.callID) ?? {}
      cards.delete(input.callID)
      if (input.tool !== 'bash' || command === undefined) return
      // The output of a failed command stays whole.
      const reply =
        output.metadata?.exit === 0
          ? await run('post-tool-use', { ...event(input, command), tool_response: { stdout: output.output } })
          : undefined
      const shown = reply?.updatedToolOutput?.stdout ?? output.output
      output.output = card ? \`\${card}\\n\${shown}\` : shown
    },
  }
}
`

/** The hooks are a separate program beside this one, because they start with every command. */
export const hookProgram = ([node, program = '']: ServerCommand): ServerCommand => [
  node,
  program.replace(/[^/\\]*$/, 'hook.cjs'),
]

/** Clients whose shell commands can have cards, filters and a log. */
export const shellClients: readonly Client[] = [
  {
    id: claudeCode.id,
    title: claudeCode.title,
    userPlace: (surroundings) => {
      const { root, trace } = claudeCode.userPlace(surroundings)
      return { root, files: [trace === '' ? 'settings.json' : `${trace}/settings.json`], trace }
    },
    editor: claudeHooks,
    next: 'Restart Claude Code; /hooks lists both hooks.',
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    userPlace: (surroundings) => {
      const { root, below } = xdgFolder(surroundings)
      return { root, files: [`${below}opencode/plugin/lorefence-commands.js`], trace: `${below}opencode` }
    },
    editor: opencodePlugin,
    ownsFile: true,
    next: 'Restart OpenCode.',
  },
]
