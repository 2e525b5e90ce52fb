import type {
  Client,
  ClientSurroundings,
  ConfigPlace,
  Edited,
  FoundSettings,
  Presets,
  ServerCommand,
} from '../../author/clients/client.ts'
import type { Files } from '../../model/ports.ts'

/** Settings files can be large; that of Claude Code contains histories. */
const configBytes = 32 * 1024 * 1024

interface Registration {
  readonly root: string
  readonly file: string
  readonly found: FoundSettings
  /** Content of the file; absent if there is none. */
  readonly bytes?: Uint8Array
}

/** Whether the settings of a client contain the server, and in which file. */
export function findRegistration(
  files: Files,
  client: Client,
  place: Pick<ConfigPlace, 'root' | 'files'>,
): Registration {
  const looked = place.files.map((file) => lookAt(files, client, place.root, file))
  const there = looked.filter(({ found, bytes }) => bytes !== undefined || found.state === 'unreadable')
  return (
    there.find(({ found }) => found.state === 'registered') ??
    there[0] ?? { root: place.root, file: place.files[0] ?? '', found: { state: 'absent' } }
  )
}

function lookAt(files: Files, client: Client, root: string, file: string): Registration {
  const read = files.read(root, file, { limit: configBytes })
  if (!read.ok)
    return {
      root,
      file,
      found: read.trouble === 'missing' ? { state: 'absent' } : { state: 'unreadable', detail: read.detail },
    }
  const text = textOf(read.bytes)
  return {
    root,
    file,
    bytes: read.bytes,
    found: text === undefined ? { state: 'unreadable', detail: 'It is not UTF-8.' } : client.editor.find(text.body),
  }
}

function textOf(bytes: Uint8Array): { readonly mark: string; readonly body: string } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.startsWith('\ufeff') ? { mark: '\ufeff', body: text.slice(1) } : { mark: '', body: text }
  } catch {
    return undefined
  }
}

/** The planned change of one file; nothing changes if both texts are equal. */
export type IntegrationPlan = { readonly client: Client; readonly root: string; readonly file: string } & (
  | { readonly ok: true; readonly before?: string; readonly after?: string }
  | { readonly ok: false; readonly detail: string }
)

interface IntegrationOptions {
  readonly place: Pick<ConfigPlace, 'root' | 'files'>
  /** The command of the server; absent removes it. */
  readonly command?: ServerCommand
  /** Shared settings: of an existing entry only presets are kept, neither variables nor the folder. */
  readonly shared?: boolean
}

/** Adds the server to the settings of a client, or removes it. Nothing is written here. */
export function planIntegration(
  files: Files,
  client: Client,
  { place, command, shared = false }: IntegrationOptions,
): IntegrationPlan {
  const { root, file, found, bytes } = findRegistration(files, client, place)
  const about = { client, root, file }
  if (found.state === 'unreadable') return { ...about, ok: false, detail: found.detail }
  const text = bytes && textOf(bytes)
  const mark = text?.mark ?? ''
  const before = text && mark + text.body
  if (!command && before === undefined) return { ...about, ok: true }
  const body = text?.body ?? ''
  const emptied: Edited = command && !shared ? { ok: true, text: body } : client.editor.remove(body)
  const presets = presetsFor(client, found, shared)
  const edited = command && emptied.ok ? client.editor.add(emptied.text ?? '', command, presets) : emptied
  if (!edited.ok) return { ...about, ok: false, detail: edited.detail }
  return {
    ...about,
    ok: true,
    ...(before === undefined ? {} : { before }),
    ...(edited.text === undefined ? {} : { after: mark + edited.text }),
  }
}

/** The presets that a person set before, otherwise ours. */
function presetsFor({ presets }: Client, found: FoundSettings, shared: boolean): Presets {
  const ours = presets?.[shared ? 'project' : 'own'] ?? {}
  const set: Presets = found.state === 'registered' ? found.presets : {}
  return Object.fromEntries(Object.entries(ours).map(([key, value]) => [key, set[key] ?? value]))
}

/** Whether files of the client exist on this machine. */
export function isUsed(files: Files, client: Client, surroundings: ClientSurroundings): boolean {
  const { root, files: names, trace } = client.userPlace(surroundings)
  return [trace, ...names].some((path) => files.kindOf(path === '' ? root : `${root}/${path}`) !== undefined)
}
