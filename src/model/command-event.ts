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
