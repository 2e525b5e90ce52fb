/** The machine and user that a client is set up for. */
export interface ClientSurroundings {
  readonly platform: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where a client stores its servers. Links that leave `root` are not followed. */
export interface ConfigPlace {
  readonly root: string
  /** Below `root`; the first existing one is used, or else the first one. */
  readonly files: readonly string[]
  /** Below `root`; exists once the client was used. */
  readonly trace: string
}

/** How a client starts the server: a program and its arguments. */
export type ServerCommand = readonly [string, ...string[]]

/** Keys of an entry that are written unless it has them already, so that what a person set stays. */
export type Presets = Readonly<Record<string, boolean | number>>

export type FoundSettings =
  | { readonly state: 'absent' }
  /** `command` is absent if the entry has no valid one. */
  | { readonly state: 'registered'; readonly command?: readonly string[]; readonly presets: Presets }
  | { readonly state: 'unreadable'; readonly detail: string }

/** A new text, or why the old one cannot be edited. Without `text` the file can be deleted. */
export type Edited = { readonly ok: true; readonly text?: string } | { readonly ok: false; readonly detail: string }

/** Edits only our entry; every other byte stays. */
export interface ConfigEditor {
  find(text: string): FoundSettings
  add(text: string, command: ServerCommand, presets?: Presets): Edited
  remove(text: string): Edited
}

export interface Client {
  readonly id: string
  readonly title: string
  userPlace(surroundings: ClientSurroundings): ConfigPlace
  /** Below a workspace; absent if the client has no project settings. */
  readonly projectFiles?: readonly string[]
  /**
   * The client's variable for the open folder; `none` if it has none. Absent if it starts the server in that folder.
   */
  readonly workspace?: string
  readonly editor: ConfigEditor
  /** The whole file is ours: nothing in it has to be hidden. */
  readonly ownsFile?: true
  readonly presets?: { readonly own: Presets; readonly project: Presets }
  /** How to make the client load the change. */
  readonly next: string
}

/** The name of the server in every client. */
export const serverName = 'lorefence'

/** A relative folder would depend on the current one, so it is ignored. */
const orElse = (value: string | undefined, otherwise: string): string =>
  value !== undefined && /^(?:[\\/]|[A-Za-z]:[\\/])/.test(value) ? value : otherwise

/** A folder of settings: an absolute root, and the path below it with a final slash. */
interface SettingsFolder {
  readonly root: string
  readonly below: string
}

/** Where desktop programs store their settings. */
export function desktopFolder({ platform, home, env }: ClientSurroundings): SettingsFolder {
  if (platform === 'darwin') return { root: home, below: 'Library/Application Support/' }
  if (platform === 'win32')
    return env['APPDATA'] ? { root: env['APPDATA'], below: '' } : { root: home, below: 'AppData/Roaming/' }
  return xdgFolder({ home, env })
}

/** Where command line programs store their settings, by the XDG base directory specification. */
export function xdgFolder({ home, env }: Pick<ClientSurroundings, 'home' | 'env'>): SettingsFolder {
  const chosen = orElse(env['XDG_CONFIG_HOME'], home)
  return chosen === home ? { root: home, below: '.config/' } : { root: chosen, below: '' }
}
