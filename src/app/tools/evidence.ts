import type { ReleasedEvidence } from '../../model/reading/evidence.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import { countRefusals, refusedReply, shown, unknownLine } from './refusal.ts'
import { isPath, type ToolOf } from './tool.ts'

const input = {
  name: { type: 'text', required: true },
  claim: { type: 'text' },
  section: { type: 'text', doc: 'path#heading' },
} as const satisfies FieldTable

export const evidenceTool: ToolOf<typeof input> = {
  name: 'evidence',
  title: 'Check sources',
  description: 'Call to verify or cite: sources of a claim or section; without either, the claims of a pack.',
  needs: 'pack',
  input,
  async run({ name, claim, section }, { context }) {
    if (isPath(name)) return { line: unknownLine(context), counts: { unknown: 1 } }
    const evidence = await context.knowledge.evidence(name, {
      ...(claim === undefined ? {} : { claim }),
      ...(section === undefined ? {} : { section }),
    })
    if (evidence.outcome !== 'given') return refusedReply(evidence, context)
    const { receipt, ref, claims, anchors, omitted } = evidence
    const reasons = countRefusals(omitted)
    const { claimsPrompt, countTokens } = await import('./model-forms.ts')
    const isList = claim === undefined && section === undefined && !name.includes('#')
    const fenced = isList ? claimsPrompt(evidence) : evidence.fenced
    return {
      fenced,
      line: lineFor(evidence, isList, reasons.budget ?? 0),
      receipt: receipt.id,
      tokens: isList ? await countTokens(fenced) : evidence.tokens,
      refs: [ref],
      counts: { ...reasons, claims: claims.length, anchors: anchors.length },
    }
  },
}

function lineFor({ ref, claims, fenced }: ReleasedEvidence, isList: boolean, over: number): string | undefined {
  if (over > 0) return `${over} more did not fit. Narrow it to one claim or section.`
  if (isList) return claims.length > 0 ? undefined : `${shown(ref)} has no claims.`
  return fenced === '' ? 'No source was found for it. Without claim and section all claims are listed.' : undefined
}
