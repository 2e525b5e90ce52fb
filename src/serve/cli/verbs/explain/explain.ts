import { resolve } from 'node:path'
import { unknownCode, type Explanation } from '../../../../app/index.ts'
import { isWrittenAsPath } from '../../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { decisionText } from '../../render/decision-text.ts'
import type { Outcome } from '../../render/terminal/json.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { actionIn, actionOption, exitCodes, UsageError, type Verb } from '../../verb.ts'
import { viewOptions } from '../../view-options.ts'

export const explainVerb: Verb = {
  name: 'explain',
  summary:
    'show the verdict of every gate on one pack or unit, where it is declared, and what would change it; ' +
    'no content is shown',
  usage: 'explain <ref> [options]',
  inputs:
    'a ref (pack:<name>, unit:<project>/<id>), the name of a pack, the id of a unit, or a path; ' +
    'your own facts, or those of --as',
  outputs:
    'the deciding reasons, then all the others; exit 0 allow, 1 ask, 3 deny; ' +
    '1 also if a file changed since the grant or is gone',
  examples: [
    'lorefence explain unit:harbor-kiosk/pricing-2026',
    'lorefence explain unit:harbor-kiosk/pricing-2026 --as role=sales,authenticated=true,clearance=internal',
    'lorefence explain customer-data --as model=local,region=EEA,scopes=sales:read+ops,depth=2 --json',
    'lorefence explain unit:harbor-kiosk/fleet-update --action execute',
  ],
  options: { ...knowledgeOptions, ...actionOption },
  async run(call) {
    const { positionals, values, terminal } = call
    const [written, ...more] = positionals
    if (written === undefined || more.length > 0)
      throw new UsageError('explain needs one ref. Try "lorefence explain pack:<name>".')
    const action = actionIn(call)
    const { knowledge } = await openForVerb(call)
    const commands = { cwd: terminal.cwd, options: viewOptions(call) }
    const place = isWrittenAsPath(written, terminal.cwd) ? resolve(terminal.cwd, written) : written
    const explanation = await knowledge.explain(place, { action, commands, files: true })
    if (explanation.unknown !== undefined)
      throw new UsageError(
        explanation.unknown.replace(`"${place}"`, `"${written}"`),
        unknownCode(knowledge.catalog, place),
      )
    const { omission } = explanation
    const shown = { ...explanation, ...(omission ? { notRead: omission.detail } : {}) }
    if (values['json'] === true) printRecord(terminal, outcomeOf(explanation), shown)
    else terminal.show(decisionText(shown, terminal))
    return exitCodeOf(explanation)
  },
}

/** What a read omits because of its files waits for a person, unless a policy closes them. */
function exitCodeOf({ verdict, omission }: Explanation): number {
  if (omission) return omission.reason === 'refused' ? exitCodes.denied : exitCodes.findings
  return { allow: exitCodes.ok, ask: exitCodes.findings, deny: exitCodes.denied }[verdict]
}

const outcomeOf = (explanation: Explanation): Outcome => ({
  kind: 'decision',
  command: 'explain',
  pack: explanation.ref.startsWith('pack:') ? explanation.ref.slice(5) : undefined,
  ok: exitCodeOf(explanation) === exitCodes.ok,
})
