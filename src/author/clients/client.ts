/** The machine and the person a client is set up for. */
export interface Surroundings {
  readonly platform: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Where a client keeps its servers. Links that leave `root` are not followed. */
export interface ConfigPlace {
  readonly root: string
  /** Below `root`; the first one that is there is used, or else the first one. */
  readonly files: readonly string[]
  /** Below `root`; stands there once the client was used. */
  readonly trace: string
}

/** How a client starts the server: a program and its arguments. */
export type ServerCommand = readonly [string, ...string[]]

export type Found =
  | { readonly state: 'absent' }
  /** `command` is missing where what is written there is no command. */
  | { readonly state: 'registered'; readonly command?: readonly string[] }
  | { readonly state: 'unreadable'; readonly detail: string }

/** A new text, or why the old one cannot be edited. Without `text` nothing is left that is worth a file. */
export type Edited = { readonly ok: true; readonly text?: string } | { readonly ok: false; readonly detail: string }

/** Edits the one entry that is ours; every other byte stays. */
export interface ConfigEditor {
  find(text: string): Found
  add(text: string, command: ServerCommand): Edited
  remove(text: string): Edited
}

export interface Client {
  readonly id: string
  readonly title: string
  userPlace(surroundings: Surroundings): ConfigPlace
  /** Below a workspace; absent where the client has no servers of a project. */
  readonly projectFiles?: readonly string[]
  /** What the client puts the open folder in place of; `none` where it knows of no folder. Absent: it starts the server there. */
  readonly workspace?: string
  readonly editor: ConfigEditor
  /** What makes the client see the change. */
  readonly next: string
}

/** The name under which the server stands in every client. */
export const serverName = 'lorefence'
