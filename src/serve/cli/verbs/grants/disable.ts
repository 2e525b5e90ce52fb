import { knownRef } from '../../known-ref.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { printSwitch } from '../../render/switch-text.ts'
import { exitCodes, UsageError, type Verb } from '../../verb.ts'

const { as: _as, ...options } = knowledgeOptions

export const disableVerb: Verb = {
  name: 'disable',
  summary: 'disable an entry: it is neither listed nor used',
  usage: 'disable <ref> [options]',
  inputs: 'the ref of a pack, manifest or unit, or the name of a pack',
  outputs: 'the ref',
  examples: ['lorefence disable pack:warranty', 'lorefence disable unit:harbor/price-list-2025'],
  options,
  async run(call) {
    if (call.positionals.length !== 1)
      throw new UsageError('disable needs one ref. Try "lorefence disable pack:<name>".')
    const { knowledge, ports } = await openForVerb(call)
    const ref = knownRef(knowledge.catalog, call.positionals[0] ?? '', ports.switches.disabled())
    ports.switches.set(ref, false)
    await ports.shared?.settled()
    printSwitch(call, 'disable', { ref, enabled: false })
    return exitCodes.ok
  },
}
