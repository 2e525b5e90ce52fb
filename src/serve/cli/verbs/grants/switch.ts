import { askPerson, yesOption } from '../../ask-person.ts'
import { knowledgeOptions, openForVerb, type OpenedKnowledge } from '../../open-knowledge.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { exitCodes, UsageError, type Call, type Verb } from '../../verb.ts'
import { knownRef } from './known-ref.ts'

const { as: _as, ...options } = knowledgeOptions

const inputs = 'the ref of a pack, manifest or unit, or the name of a pack'

export const enableVerb: Verb = {
  name: 'enable',
  summary: 'enable an entry that was disabled; grants and gates do not change',
  usage: 'enable <ref> [options]',
  inputs,
  outputs: 'the ref; exit 1 when the answer is no, or when a config keeps it disabled',
  examples: ['lorefence enable pack:warranty', 'lorefence enable warranty --json'],
  options: { ...options, ...yesOption },
  async run(call) {
    const { ref, config, ports } = await openEntry(call, 'enable')
    const { terminal } = call
    const wasDisabled = ports.switches.disabled().has(ref)
    if (wasDisabled && (await askPerson(call, config, `Enable ${visible(ref)}?`)) === undefined) {
      errLine(terminal, `${ref} stays disabled.`)
      printSwitch(call, 'enable', { ref, enabled: false })
      return exitCodes.findings
    }
    if (wasDisabled) ports.switches.set(ref, true)
    await ports.shared?.settled()
    const isDisabledByConfig = config.restraints.disabled?.includes(ref) ?? false
    if (!wasDisabled && !isDisabledByConfig) errLine(terminal, `${ref} was not disabled.`)
    printSwitch(call, 'enable', { ref, enabled: !isDisabledByConfig })
    if (isDisabledByConfig) terminal.err('It stays disabled: a config lists it under "disabled".\n')
    return isDisabledByConfig ? exitCodes.findings : exitCodes.ok
  },
}

export const disableVerb: Verb = {
  name: 'disable',
  summary: 'disable an entry: it is neither listed nor used',
  usage: 'disable <ref> [options]',
  inputs,
  outputs: 'the ref',
  examples: ['lorefence disable pack:warranty', 'lorefence disable unit:harbor/price-list-2025'],
  options,
  async run(call) {
    const { ref, ports } = await openEntry(call, 'disable')
    ports.switches.set(ref, false)
    await ports.shared?.settled()
    printSwitch(call, 'disable', { ref, enabled: false })
    return exitCodes.ok
  },
}

type Command = 'enable' | 'disable'

/** The entry that the verb names; a disabled one is found although the catalog does not list it. */
async function openEntry(call: Call, command: Command): Promise<OpenedKnowledge & { readonly ref: string }> {
  const [written, ...more] = call.positionals
  if (written === undefined || more.length > 0)
    throw new UsageError(`${command} needs one ref. Try "lorefence ${command} pack:<name>".`)
  const opened = await openForVerb(call)
  return { ...opened, ref: knownRef(opened.knowledge.catalog, written, opened.ports.switches.disabled()) }
}

function printSwitch(
  { values, terminal }: Call,
  command: Command,
  { ref, enabled }: { readonly ref: string; readonly enabled: boolean },
): void {
  const ok = enabled === (command === 'enable')
  if (values['json'] === true) printRecord(terminal, { kind: 'grant', command, ok }, { action: command, ref, enabled })
  else if (ok) outLine(terminal, `${command}d ${ref}`)
}
