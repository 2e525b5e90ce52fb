import type { FieldTable, ReadOf } from '../../model/tables/fields.ts'
import type { InspectedExcerpt, InspectedPart, Inspection } from '../../model/reading/inspection.ts'
import { limits } from '../../model/limits.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { Excerpt } from '../../model/reading/read.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import type { Caller } from '../decide/ask-gates.ts'
import type { Knowledge } from '../open/open.ts'

/** The requester and the time to decide for; only a person may set them. */
export const inspectAs = {
  as: {
    type: 'text',
    doc: 'Decide for exactly these facts, such as role=contractor,clearance=public; for people only.',
  },
  at: { type: 'datetime', doc: 'Decide as of this date or time; for people only.' },
} as const satisfies FieldTable

export const inspectInput = {
  task: { type: 'text', required: true, doc: 'The question or task, in words.' },
  also: { type: 'list', of: { type: 'text' }, doc: 'Other words that an answer may use.' },
  name: { type: 'list', of: { type: 'text' }, doc: 'Only these packs, manifests or units.' },
  budget: { type: 'number', doc: 'Maximum tokens. Default: 2000.' },
  ...inspectAs,
} as const satisfies FieldTable

type InspectArguments = Omit<ReadOf<typeof inspectInput>, 'as'> & { readonly task: string }

/** A person, who sees texts as they are, or a client that may be an agent. */
export interface Inspector {
  readonly isPerson: boolean
  readonly requester: Requester
  readonly caller: Caller
}

interface AskedAs {
  readonly as?: Requester
  readonly at?: string
}

/** The knowledge for the requested facts and time; `undefined` if only a person may ask for them. */
export function knowledgeAs(
  knowledge: Knowledge,
  { as, at }: AskedAs,
  { isPerson, requester, caller }: Inspector,
): Knowledge | undefined {
  if ((as ?? at) !== undefined && !isPerson) return undefined
  const decidedAt = at === undefined ? {} : { decidedAt: new Date(at).toISOString() }
  const seen = knowledge.forRequester(as ?? requester, { ...caller, ...decidedAt })
  return isPerson ? seen : seen.forModel()
}

/** A read, recorded like any other, with its decisions and the parts of its text. */
export async function inspectRead(
  knowledge: Knowledge,
  { task, also = [], name = [], budget, at }: InspectArguments,
  { isPerson, now, signal }: Pick<Inspector, 'isPerson'> & { readonly signal?: AbortSignal; now(): Date },
): Promise<Inspection> {
  const result = await knowledge.read({
    task,
    ...(also.length > 0 ? { also } : {}),
    ...(name.length > 0 ? { packs: name } : {}),
    ...(budget === undefined ? {} : { budget: Math.max(1, Math.min(Math.floor(budget), limits.replyTokens)) }),
    ...(signal ? { signal } : {}),
  })
  const { fenced, receipt, inputs, evidence: _evidence, excerpts, ...facts } = result
  return {
    ...facts,
    text: fenced,
    budget: inputs.budget,
    parts: fencedParts(fenced, await loadTokenizer()),
    requester: receipt.requester,
    at: (at === undefined ? now() : new Date(at)).toISOString(),
    excerpts: isPerson ? excerpts : excerpts.map(withoutText),
    decisions: receipt.decisions,
    receipt: receipt.id,
  }
}

const withoutText = ({ text: _text, ...excerpt }: Excerpt): InspectedExcerpt => excerpt

/** Where an envelope or a section begins or ends. Content cannot contain such a line: the fence seals it. */
const border = /^<\/?knowledge_\w+[^\n]*>$|^\[from [^\n]*\]$|^\[end [a-z2-7]{8}\]$/gm

/** The parts of a fenced text, in order and without gaps. */
function fencedParts(text: string, tokenizer: Pick<Tokenizer, 'count'>): readonly InspectedPart[] {
  const borders = [...text.matchAll(border)].map(({ 0: line, index }) => ({ line, index }))
  return borders.flatMap(({ line, index: start }, i) => {
    const end = borders[i + 1]?.index ?? text.length
    const isSection = line.startsWith('[from ')
    return [
      {
        kind: isSection ? ('section' as const) : ('envelope' as const),
        title: isSection ? line.slice('[from '.length, -1) : titleOf(line),
        start,
        end,
        tokens: tokenizer.count(text.slice(start, end)),
      },
    ]
  })
}

const titleOf = (tag: string): string =>
  /^(?:<\/|\[end )/.test(tag) ? 'end' : (/\b(?:name|ref)="([^"]*)"/.exec(tag)?.[1] ?? 'envelope')
