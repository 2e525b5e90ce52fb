import { listLine } from '../../text/markup/list-line.ts'

export interface LlmsEntry {
  readonly title: string
  readonly path: string
  readonly description: string
}

export interface LlmsContent {
  readonly name: string
  readonly description?: string
  /** Path of the manifest from the root of the site (KCP §1.2). */
  readonly manifest?: string
  readonly links: readonly LlmsEntry[]
}

/** An `llms.txt`: a title, a summary and a list of links. */
export function llmsText({ name, description, manifest, links }: LlmsContent): string {
  return [
    `# ${listLine(name)}`,
    '',
    ...(manifest === undefined ? [] : [`> knowledge: ${manifest}`, '']),
    ...(description === undefined ? [] : [`> ${listLine(description)}`, '']),
    '## Documents',
    '',
    ...links.map((link) => `- [${label(link.title)}](${target(link.path)}): ${listLine(link.description)}`),
    '',
  ].join('\n')
}

const label = (title: string): string => listLine(title).replace(/[[\]]/g, '')
const target = (path: string): string =>
  path.replace(/[\s()<>]/g, (sign) => encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'))
