import { resolve } from 'node:path'
import { commandsForOmitted, fileOmission, unknownCode, type Explanation } from '../../../../app/index.ts'
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
  outputs: 'the deciding reasons, then all the others; exit 0 allow, 1 ask, 3 deny',
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
    const { knowledge, ports, requester, config } = await openForVerb(call)
    const commands = { cwd: terminal.cwd, options: viewOptions(call) }
    const place = isWrittenAsPath(written, terminal.cwd) ? resolve(terminal.cwd, written) : written
    const explanation = await knowledge.explain(place, { action, commands })
    if (explanation.unknown !== undefined)
      throw new UsageError(
        explanation.unknown.replace(`"${place}"`, `"${written}"`),
        unknownCode(knowledge.catalog, place),
      )
    const reader = { ports, requester, restraints: config.restraints, trustAll: false }
    const omission =
      explanation.verdict === 'allow' ? fileOmission(knowledge.catalog, explanation.ref, reader) : undefined
    const open = omission
      ? { notRead: omission.detail, commands: commandsForOmitted(knowledge.catalog, [omission], commands) }
      : {}
    if (values['json'] === true) printRecord(terminal, outcomeOf(explanation), { ...explanation, ...open })
    else terminal.show(decisionText({ ...explanation, ...open }, terminal))
    return { allow: exitCodes.ok, ask: exitCodes.findings, deny: exitCodes.denied }[explanation.verdict]
  },
}

const outcomeOf = ({ ref, verdict }: Explanation): Outcome => ({
  kind: 'decision',
  command: 'explain',
  pack: ref.startsWith('pack:') ? ref.slice(5) : undefined,
  ok: verdict === 'allow',
})
