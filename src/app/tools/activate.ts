import type { Catalog } from '../../model/catalog.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import { limits } from '../../model/limits.ts'
import type { Knowledge } from '../open/open.ts'
import { unitsReply } from './catalog.ts'
import { refusedReply, unknownLine } from './refusal.ts'
import { isPlainRef } from './reply.ts'
import { isPath, type ToolOf } from './tool.ts'

const input = { name: { type: 'text', required: true }, again: { type: 'boolean' } } as const satisfies FieldTable

export const activateTool: ToolOf<typeof input> = {
  name: 'activate',
  title: 'Open an entry',
  description: 'Call to see one whole entry: guide of a pack, units of a manifest, text of a unit.',
  needs: 'pack',
  input,
  choices: listedNames,
  async run({ name, again = false }, { context }) {
    if (isPath(name)) return { line: unknownLine(context), counts: { unknown: 1 } }
    const given = await context.knowledge.activate(name, {
      maxTokens: limits.replyTokens,
      again,
      ...(context.session ? { session: context.session.id } : {}),
    })
    if (given.outcome !== 'given') return refusedReply(given, context)
    if (given.kind === 'units') return unitsReply(given, context)
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

/** Maximum characters of all listed names: each may be a token, and all tools together stay under 700 (AK-138). */
const mostCharacters = 60

/** Every name that can be activated, or none: a client may reject names that are not listed. */
function listedNames(knowledge: Knowledge, { entries: known }: Catalog): Readonly<Record<string, readonly string[]>> {
  const entries = known.filter(({ enabled, standing }) => enabled && standing !== 'ungranted')
  const declared = entries.flatMap(({ document }) => (document.kind === 'manifest' ? document.units : []))
  // Deciding about units is wasted if the names cannot fit.
  if (!fit(namesOf(entries)) || entries.length + declared.length > mostCharacters) return {}
  const names = namesOf([...entries, ...knowledge.usable().filter(({ kind }) => kind === 'unit')])
  return fit(names) ? { name: names } : {}
}

const namesOf = (known: readonly { readonly ref: string }[]): readonly string[] =>
  known.map(({ ref }) => ref.replace(/^pack:/, ''))

const fit = (names: readonly string[]): boolean =>
  names.length > 0 && names.every(isPlainRef) && JSON.stringify(names).length <= mostCharacters
