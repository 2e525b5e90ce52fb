/** Advice about one command before it runs, and patterns of noise in its output (KCP Appendix D). */
export interface CommandCard {
  /** `docker`, or with its subcommand `docker compose`. */
  readonly key: string
  readonly description: string
  readonly usage: string
  readonly flags: readonly { readonly flag: string; readonly description: string }[]
  readonly examples: readonly { readonly invocation: string; readonly use: string }[]
  /** Absent if its output is not filtered. */
  readonly filter?: OutputFilter
}

export interface OutputFilter {
  /** Regular expressions that match lines without information. */
  readonly noise: readonly string[]
  readonly maxLines?: number
}

/** One call of a shell, as KCP's Appendix D logs it. */
export interface CommandEvent {
  readonly ts: string
  readonly session_id: string
  readonly project_dir: string
  readonly tool: string
  readonly command: string
  readonly manifest_key: string
  /** Who wrote the line: other programs write to the same file. */
  readonly by: 'lorefence'
}
