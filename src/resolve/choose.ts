import type { Span } from '../model/diagnostic.ts'
import { estimateTokens } from '../text/token-estimate.ts'
import { contentWords, typedWords } from '../text/words.ts'
import { boundariesFor, personaParticulars, withinShare, type Companion } from './companions.ts'
import { joinCompanions, pickMatch, type Pick } from './pick.ts'
import type { Gathered } from './rounds.ts'
import type { OpenPack } from './shelf.ts'
import type { NearMiss, Selection, Source } from './source.ts'
import { sectionsOf } from './source-structure.ts'
import { isSteered, steeredBy } from './steer.ts'

export interface Choice {
  readonly picks: readonly Pick[]
  readonly near: readonly NearMiss[]
  readonly coverage: Selection['coverage']
  /** Companions that had no room. */
  readonly dropped: readonly Companion[]
}

export interface Chooser {
  readonly task: string
  readonly packs: readonly OpenPack[]
  /** Refs of packs that the caller named. */
  readonly named: ReadonlySet<string>
  /** For the task itself, or for a part of it. */
  select(sources: readonly Source[], budget: number, task?: string): Selection
  count(text: string): number
}

/**
 * What is shown within a budget. A persona gets at most half of it, boundaries and what the context map names at most a
 * quarter; the passages that match share the rest by their score, whichever pack they are from (AK-175).
 */
export function choose({ sources, rules }: Gathered, chooser: Chooser, budget: number): Choice {
  const { packs, task } = chooser
  const first = chooser.select(sources, budget)
  const active = packs.filter(({ allowed: { ref, pack } }) => first.passages.some(({ source }) => source.ref === ref) || (pack.mode === 'persona' && chooser.named.has(ref)))
  const own = (pack: OpenPack): readonly Source[] => sources.filter((source) => source.ref === pack.allowed.ref)
  const personas = active.filter(({ allowed }) => allowed.pack.mode === 'persona')
  const persona = withinShare(personas.flatMap((pack) => personaParticulars(own(pack))), budget / 2)
  const selection = besidePersonas(first, personas, sources, { chooser, budget: budget - tokensOf(persona.kept) })
  const others = packs.filter(({ allowed }) => allowed.pack.mode !== 'persona' && selection.passages.some(({ source }) => source.ref === allowed.ref))
  const bounds = withinShare(others.flatMap((pack) => [...boundariesFor(task, pack.allowed.pack.name, own(pack)), ...namedByMap(pack, own(pack), selection, chooser)]), budget / 4)
  const fitted = bounds.kept.length === 0 ? selection : besidePersonas(first, personas, sources, { chooser, budget: budget - tokensOf([...persona.kept, ...bounds.kept]) })
  const matches = fitted.passages.map((passage) => {
    const pack = packs.find(({ allowed }) => allowed.ref === passage.source.ref)
    return pickMatch(passage, rules.get(passage.source), pack !== undefined && isSteered(steeredBy(task, pack.steering), passage.source.path))
  })
  return {
    picks: inOrder(joinCompanions(matches, [...persona.kept, ...bounds.kept], chooser.count), personas),
    near: fitted.near,
    coverage: fitted.coverage,
    dropped: [...persona.dropped, ...bounds.dropped],
  }
}

const tokensOf = (companions: readonly Companion[]): number => companions.reduce((sum, { tokens }) => sum + tokens, 0)

/** Facts are ranked among facts: a persona that speaks of the same does not push them out (AK-165). */
function besidePersonas(first: Selection, personas: readonly OpenPack[], sources: readonly Source[], { chooser, budget }: { readonly chooser: Chooser; readonly budget: number }): Selection {
  if (personas.length === 0) return chooser.select(sources, budget)
  const isPersona = ({ ref }: Source): boolean => personas.some(({ allowed }) => allowed.ref === ref)
  const spoken = first.passages.filter(({ source, tokens }) => isPersona(source) && tokens < budget / 4)
  const others = sources.filter((source) => !isPersona(source))
  const facts = chooser.select(others, budget, factualPart(chooser.task, sources.filter(isPersona), others))
  const missing = facts.coverage.missing.filter((word) => first.coverage.missing.includes(word))
  return { ...facts, passages: [...spoken, ...facts.passages], coverage: { share: Math.max(first.coverage.share, facts.coverage.share), missing } }
}

/** A task without the words that only the persona speaks of, such as those about the voice of a reply. */
function factualPart(task: string, personas: readonly Source[], others: readonly Source[]): string {
  const spoken = new Set(personas.flatMap(({ text, entry, title, hints }) => contentWords([entry.name, entry.description, title, ...hints, text].join('\n'))))
  const isFactual = (terms: readonly string[]): boolean => terms.some((term) => !spoken.has(term) || others.some(({ text }) => text.toLowerCase().includes(term)))
  return typedWords(task).filter(({ terms }) => isFactual(terms)).map(({ typed }) => typed).join(' ')
}

/** Tokens of a file that goes along only because the context map names it. */
const mapShare = 150

/** Files that the context map names for such a task and that gave nothing of their own (AK-158). */
function namedByMap(pack: OpenPack, sources: readonly Source[], { passages }: Selection, { task, select }: Chooser): readonly Companion[] {
  const steering = steeredBy(task, pack.steering).filter(({ path }) => !path.endsWith('/'))
  return sources
    .filter((source) => isSteered(steering, source.path) && !passages.some((passage) => passage.source === source))
    .flatMap((source) => {
      const best = select([source], mapShare).passages[0]
      const spans = best ? best.stretches.map((span) => ({ span, headings: best.headings })) : opening(source)
      return spans.map(({ span, headings }): Companion => ({
        source, span, headings, reason: 'context-map', why: 'The context map of the pack names it for such a task.', tokens: estimateTokens(source.text.slice(span.start, span.end)), rank: 1,
      }))
    })
}

/** The first section that says something, when it is short. */
export function opening(source: Source): readonly { readonly span: Span; readonly headings: readonly string[] }[] {
  const { text } = source
  const section = sectionsOf(source).find(({ bodyStart, end }) => text.slice(bodyStart, end).trim() !== '')
  if (!section) return []
  const body = text.slice(section.bodyStart, section.end)
  const start = section.bodyStart + body.length - body.trimStart().length
  return estimateTokens(body) > mapShare ? [] : [{ span: { start, end: start + body.trim().length }, headings: section.headings }]
}

/** Personas first and by their particulars; then packs and files by score; document order inside a file. */
function inOrder(picks: readonly Pick[], personas: readonly OpenPack[]): readonly Pick[] {
  const isPersona = ({ source }: Pick): boolean => personas.some(({ allowed }) => allowed.ref === source.ref)
  const best = new Map<string, number>()
  const raise = (key: string, score: number): void => void best.set(key, Math.max(best.get(key) ?? 0, score))
  for (const { source, score } of picks) {
    raise(source.ref, score)
    raise(`${source.ref}\n${source.path}`, score)
  }
  const scoreOf = (key: string): number => best.get(key) ?? 0
  const particular = ({ reason }: Pick): number => (reason === 'persona-priority' ? 0 : 1)
  return picks.map((pick, place) => ({ pick, place })).sort((a, b) => {
    const [one, other] = [a.pick, b.pick]
    const [x, y] = [one.source, other.source]
    if (isPersona(one) !== isPersona(other)) return isPersona(one) ? -1 : 1
    if (x.ref !== y.ref) return scoreOf(y.ref) - scoreOf(x.ref) || (x.ref < y.ref ? -1 : 1)
    if (isPersona(one) && particular(one) !== particular(other)) return particular(one) - particular(other)
    if (isPersona(one) && particular(one) === 0) return a.place - b.place
    if (x.path !== y.path) return scoreOf(`${y.ref}\n${y.path}`) - scoreOf(`${x.ref}\n${x.path}`) || (x.path < y.path ? -1 : 1)
    return (one.stretches[0]?.start ?? 0) - (other.stretches[0]?.start ?? 0)
  }).map(({ pick }) => pick)
}
