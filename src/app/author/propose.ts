import { placeIn } from '../../author/compile/source-place.ts'
import { latinSlug } from '../../author/draft/unit-id.ts'
import { yamlText } from '../../author/draft/yaml-text.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import { shortDigest } from '../../text/bytes/digest.ts'
import { parseReference } from '../../text/facts/anchors.ts'
import { type AuthorPorts, openAuthoredPack, type AuthoredPack } from './authored-pack.ts'

interface Proposal {
  readonly question: string
  readonly answer: string
  /** `path#anchor` in the pack, or a web address. */
  readonly sources: readonly string[]
  /** The claim that it corrects. */
  readonly claim?: string
  readonly by?: string
  readonly dryRun: boolean
}

interface Proposed {
  readonly pack: string | undefined
  readonly path?: string
  readonly text?: string
  readonly refused?: string
}

const attempts = 100

/**
 * Stores an answer or a correction as a new source that needs review (AK-317, AK-329). No existing file changes, and
 * sources are not read into context, so a proposal is not a fact until a person moves it into the documents.
 */
export function proposeAnswer(ports: AuthorPorts, root: string, proposal: Proposal): Proposed {
  const authored = openAuthoredPack(ports.files, root)
  const pack = authored.pack?.name
  const refused = refusal(authored, proposal)
  if (refused !== undefined) return { pack, refused }
  const now = ports.clock.now().toISOString()
  const text = proposalText(proposal, now)
  const slug = latinSlug(proposal.question).slice(0, 48).replace(/-+$/, '')
  const name = `${now.slice(0, 10)}-${slug || shortDigest(proposal.question, 8)}`
  for (let attempt = 1; ; attempt++) {
    const path = `sources/proposals/${name}${attempt === 1 ? '' : `-${attempt}`}.md`
    if (proposal.dryRun) return { pack, path, text }
    const written = ports.writer.create(root, path, new TextEncoder().encode(text))
    if (written.ok) return { pack, path, text }
    if (written.trouble !== 'exists' || attempt === attempts)
      throw new Error(`"${path}" was not written. ${written.detail}`)
  }
}

function refusal({ folder }: AuthoredPack, { answer, question, sources, by = '' }: Proposal): string | undefined {
  if (sources.length === 0) return 'An answer without a source becomes no knowledge. Name its source with --source.'
  if (findSecrets(`${question}\n${answer}\n${by}`).length > 0) return 'The text contains a possible secret.'
  for (const written of sources) {
    const reference = parseReference(written)
    const place = reference && placeIn(folder, 'sources/proposals/new.md', reference)
    if (!place) return `The source "${written}" cannot be read; write it as path#anchor.`
    if ('reason' in place) return place.reason
  }
  return undefined
}

function proposalText({ question, answer, sources, claim, by }: Proposal, now: string): string {
  const head = yamlText({ question, asked_at: now, status: 'needs-review', sources, corrects: claim, proposed_by: by })
  return `---\n${head}---\n\n${answer.trim()}\n`
}
