import { askPerson, yesOption } from '../../ask-person.ts'
import { knownRef } from '../../known-ref.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { visible } from '../../render/terminal/cells.ts'
import { printSwitch } from '../../render/switch-text.ts'
import { exitCodes, UsageError, type Verb } from '../../verb.ts'

const { as: _as, ...options } = knowledgeOptions

export const enableVerb: Verb = {
  name: 'enable',
  summary: 'enable an entry that was disabled; grants and gates do not change',
  usage: 'enable <ref> [options]',
  inputs: 'the ref of a pack, manifest or unit, or the name of a pack',
  outputs: 'the ref; exit 1 when the answer is no, or when a config keeps it disabled',
  examples: ['lorefence enable pack:warranty', 'lorefence enable warranty --json'],
  options: { ...options, ...yesOption },
  async run(call) {
    if (call.positionals.length !== 1) throw new UsageError('enable needs one ref. Try "lorefence enable pack:<name>".')
    const { knowledge, config, ports } = await openForVerb(call)
    const off = ports.switches.disabled()
    const ref = knownRef(knowledge.catalog, call.positionals[0] ?? '', off)
    const wasOff = off.has(ref)
    const given = wasOff ? await askPerson(call, config, `Enable ${visible(ref)}?`) : undefined
    if (wasOff && given === undefined) {
      call.terminal.err(`${visible(ref)} stays disabled.\n`)
      printSwitch(call, 'enable', { ref, enabled: false })
      return exitCodes.findings
    }
    if (wasOff) ports.switches.set(ref, true)
    await ports.shared?.settled()
    const keptOff = config.restraints.disabled?.includes(ref) ?? false
    if (!wasOff && !keptOff) call.terminal.err(`${visible(ref)} was not disabled.\n`)
    printSwitch(call, 'enable', { ref, enabled: !keptOff })
    if (keptOff) call.terminal.err('It stays disabled: a config lists it under "disabled".\n')
    return keptOff ? exitCodes.findings : exitCodes.ok
  },
}
