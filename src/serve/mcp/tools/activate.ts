import * as z from 'zod'
import { limits } from '../../../model/limits.ts'
import type { Door } from '../door.ts'
import { isPath } from '../is-path.ts'
import { refusedReply, unknownLine } from '../refusal.ts'
import { isPlain } from '../reply.ts'
import type { Tool } from '../tool.ts'
import { unitsReply } from '../units-reply.ts'

const input = z.object({ name: z.string(), again: z.boolean().optional() })

export const activateTool: Tool<typeof input> = {
  name: 'activate',
  title: 'Open an entry',
  description: 'Call to see one whole entry: guide of a pack, units of a manifest, text of a unit.',
  needs: 'pack',
  input,
  choices: listedNames,
  async run({ name, again = false }, { door }) {
    if (isPath(name)) return { line: unknownLine(door), counts: { unknown: 1 } }
    const given = await door.knowledge.activate(name, {
      maxTokens: limits.replyTokens,
      again,
      ...(door.session ? { session: door.session.id } : {}),
    })
    if (given.outcome !== 'given') return refusedReply(given, door)
    if (given.kind === 'units') return unitsReply(given, door)
    const { fenced, receipt, tokens, ref } = given
    return {
      fenced,
      receipt: receipt.id,
      tokens,
      refs: [ref],
      counts: { files: given.kind === 'guide' ? given.resources.length : 1 },
      ...(given.kind === 'unit' && given.matchedAlias !== undefined
        ? { matchedAliases: { [ref]: given.matchedAlias } }
        : {}),
    }
  },
}

/** Most characters of the listed names: each could be a token, and all tools together stay under 700 (AK-138). */
const mostCharacters = 60

/** Every name that can be activated, or none: a client may accept no other than those that are listed. */
function listedNames({ knowledge, listing }: Door): Readonly<Record<string, readonly string[]>> {
  const { entries: known } = listing?.catalog() ?? knowledge.catalog
  const entries = known.filter(({ enabled, standing }) => enabled && standing !== 'ungranted')
  const declared = entries.flatMap(({ document }) => (document.kind === 'manifest' ? document.units : []))
  // Thousands of units are not decided about to list none.
  if (entries.length + declared.length > mostCharacters) return {}
  const units = knowledge.usable().filter(({ kind }) => kind === 'unit')
  const names = [...entries, ...units].map(({ ref }) => ref.replace(/^pack:/, ''))
  const isListed = names.length > 0 && names.every(isPlain) && JSON.stringify(names).length <= mostCharacters
  return isListed ? { name: names } : {}
}
