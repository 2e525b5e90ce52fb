import {
  commandsFor,
  proposeApproval,
  saveApprovals,
  withUnlisted,
  type Approval,
  type ApprovalProposal,
  type Explanation,
  type Reason,
} from '../../../../app/index.ts'
import { askPerson, yesOption } from '../../ask-person.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { errCommands, errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { actionIn, actionOption, exitCodes, text, UsageError, type Call, type Verb } from '../../verb.ts'
import { viewOptions } from '../../view-options.ts'
import { knownRef } from './known-ref.ts'

export const approveVerb: Verb = {
  name: 'approve',
  summary: 'approve or refuse one ref for 24 hours, where a gate asks for approval',
  usage: 'approve <ref> [options]',
  inputs:
    'the ref of a pack or unit, or of a manifest for what it asks once for all its units; the name of a pack; ' +
    'or the id of a unit that only one manifest has',
  outputs:
    'each approved or refused code; exit 1 when the answer is no or its text is not granted yet, 3 when it is denied',
  examples: [
    'lorefence approve pack:price-list-2025',
    'lorefence approve fleet-update --action execute',
    'lorefence approve manifest:harbor',
    'lorefence approve unit:harbor/fleet-update --json',
    'lorefence approve unit:harbor/fleet-update --refuse --by ada',
  ],
  options: {
    ...knowledgeOptions,
    ...actionOption,
    claims: { type: 'boolean', doc: 'Also allow text of the pack whose claims are disputed or have no source.' },
    refuse: { type: 'boolean', doc: 'Refuse instead: deny it for 24 hours, or until it is approved.' },
    by: { type: 'string', value: 'NAME', doc: 'Who answers, for the record. Default: your account name.' },
    ...yesOption,
  },
  async run(call) {
    const { positionals } = call
    if (positionals.length !== 1) throw new UsageError('approve needs one ref. Try "lorefence approve pack:<name>".')
    const { knowledge, requester, config, ports } = await openForVerb(call)
    const catalog = withUnlisted(knowledge.catalog)
    const ref = knownRef(catalog, positionals[0] ?? '')
    const action = actionIn(call)
    const proposed = proposeApproval(catalog, ref, {
      ports,
      requester,
      restraints: config.restraints,
      action,
      claims: call.values['claims'] === true,
      refuses: call.values['refuse'] === true,
    })
    if (!proposed) throw new UsageError(`"${ref}" is not a pack, a manifest or a unit.`)
    const commands = { cwd: call.terminal.cwd, options: viewOptions(call) }
    const explained = await knowledge.explain(ref, { action, commands })
    const ungranted = explained.reasons.find(({ gate, verdict }) => gate === 'trust' && verdict !== 'allow')
    const proposal = { ...proposed, needsTrust: proposed.needsTrust || ungranted !== undefined }
    show(proposal, { ...explained, ungranted }, call)
    if (proposal.denials.length > 0 || proposal.asks.length === 0) return printOutcome(call, proposal, [])
    const isRefusal = call.values['refuse'] === true
    const what = `${isRefusal ? 'Refuse' : 'Approve'} ${proposal.asks.length === 1 ? 'this' : 'these'} for 24 hours?`
    const given = await askPerson(call, config, what)
    if (given === undefined) {
      call.terminal.err('Nothing was approved or refused.\n')
      return printOutcome(call, proposal, [], exitCodes.findings)
    }
    const answer = { ...(isRefusal ? { refused: true as const } : {}), ...nameOf(call) }
    // Other people may have answered meanwhile.
    await ports.shared?.current()
    const saved = saveApprovals(ports, proposal, given, answer)
    await ports.shared?.settled()
    return printOutcome(call, proposal, saved)
  },
}

function nameOf({ values, terminal }: Call): { readonly by?: string } {
  const by = text(values['by']) ?? terminal.env['LOGNAME'] ?? terminal.env['USER']
  return by === undefined || by === '' ? {} : { by: by.slice(0, longestName) }
}

const longestName = 100

interface Explained extends Pick<Explanation, 'commands'> {
  readonly ungranted: Reason | undefined
}

function show(
  { ref, asks, denials, needsTrust, path, askedAbout }: ApprovalProposal,
  { commands = [], ungranted }: Explained,
  call: Call,
): void {
  const { terminal } = call
  const { trust, about } = commandsFor({ cwd: terminal.cwd, options: viewOptions(call) })
  const printLine = (line: string): void => errLine(terminal, line)
  for (const { gate, sentence, change } of denials)
    printLine(
      [`denied by ${gate}: ${sentence} An approval cannot change that.`, commands.length > 0 ? '' : change]
        .filter(Boolean)
        .join(' '),
    )
  if (denials.length > 0) errCommands(terminal, commands)
  for (const { gate, sentence } of asks) printLine(`${gate} asks: ${sentence}`)
  if (needsTrust) {
    printLine(`${ungranted?.sentence ?? 'It is not granted.'} An approval does not grant it. Review it, then grant it.`)
    printLine(`  run:  ${trust({ folder: path, root: path })}`)
  }
  if (askedAbout !== undefined)
    printLine(`The signature of its manifest does not hold; that is approved with: ${about('approve', askedAbout)}`)
  if (asks.length + denials.length > 0 || needsTrust || askedAbout !== undefined) return
  const units = ref.startsWith('manifest:') ? ' as a whole; approve one of its units' : ''
  printLine(`${ref} needs no approval${units}.`)
}

function printOutcome(
  { values, terminal }: Call,
  { ref, denials, needsTrust, askedAbout }: ApprovalProposal,
  answers: readonly Approval[],
  otherwise: number = exitCodes.ok,
): number {
  const waits = needsTrust || askedAbout !== undefined
  const code = denials.length > 0 ? exitCodes.denied : waits ? exitCodes.findings : otherwise
  const approved = answers.filter(({ refused }) => !refused)
  const refused = answers.filter((answer) => answer.refused)
  if (values['json'] === true)
    printRecord(
      terminal,
      { kind: 'grant', command: 'approve', ok: code === exitCodes.ok },
      {
        action: 'approve',
        ref,
        approved,
        ...(refused.length > 0 ? { refused } : {}),
        denied: denials.map(({ code }) => code),
        needsTrust,
        ...(askedAbout === undefined ? {} : { askedAbout }),
      },
    )
  else
    for (const { code, until, refused: isRefusal } of answers)
      outLine(terminal, `${isRefusal ? 'refused' : 'approved'} ${ref}: ${code} until ${until}`)
  return code
}
