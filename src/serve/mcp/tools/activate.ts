import * as z from 'zod'
import type { Knowledge } from '../../../app/index.ts'
import { limits } from '../../../model/limits.ts'
import { isPath } from '../is-path.ts'
import { refusedReply, unknownLine } from '../refusal.ts'
import { isPlain } from '../reply.ts'
import type { Tool } from '../tool.ts'
import { unitsReply } from '../units-reply.ts'

const input = z.object({ name: z.string(), again: z.boolean().optional() })

export const activateTool: Tool<typeof input> = {
  name: 'activate',
  description: 'Returns the guide of a pack, the units of a manifest, or one whole unit.',
  needs: 'pack',
  input,
  aliases: { name: ['pack', 'ref'] },
  choices: ({ knowledge }) => listedNames(knowledge),
  async run({ name, again = false }, { door }) {
    if (isPath(name)) return { line: unknownLine, counts: { unknown: 1 } }
    const given = await door.knowledge.activate(name, {
      maxTokens: limits.replyTokens,
      again,
      ...(door.session ? { session: door.session.id } : {}),
    })
    if (given.outcome !== 'given') return refusedReply(given, door)
    if (given.kind === 'units') return unitsReply(given)
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
const mostCharacters = 100

/** Every name that can be activated, or none: a client may accept no other than those that are listed. */
function listedNames(knowledge: Knowledge): Readonly<Record<string, readonly string[]>> {
  const entries = knowledge.catalog.entries.filter(({ enabled, standing }) => enabled && standing !== 'ungranted')
  const units = knowledge.usable().filter(({ kind }) => kind === 'unit')
  const names = [...entries, ...units].map(({ ref }) => ref.replace(/^pack:/, ''))
  const isListed = names.length > 0 && names.every(isPlain) && JSON.stringify(names).length <= mostCharacters
  return isListed ? { name: names } : {}
}
