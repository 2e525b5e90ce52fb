import { findNamed, unitRef } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ReadOutcome, ReadRequest } from '../../model/reading/read.ts'
import { constants } from '../../rank/constants.ts'
import { isAround, strengthOf } from '../../rank/strength.ts'
import type { Selection } from '../../select/pipeline.ts'
import type { Candidate } from '../../select/score.ts'
import { explainRef, type ExplainOptions } from '../explain/explain.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { commandsForOmitted, withoutHint } from '../shared/opening-commands.ts'
import { prepareRead } from './read.ts'
import type { Ports } from '../../model/ports.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { openFolder } from '../../validate/folder.ts'

/** Why a document was or was not selected for a task; without its content. */
export interface Why {
  readonly ref: string
  readonly path?: string
  /** Outcome of the whole read. */
  readonly outcome: ReadOutcome
  readonly given: boolean
  /** If the gates refuse it, nothing is opened and the fields below are absent. */
  readonly verdict: 'allow' | 'ask' | 'deny'
  /** Rank of its best unit among all scored ones, from 1; absent if it contains no word of the task. */
  readonly rank?: number
  readonly scored: number
  readonly score?: number
  readonly bestScore?: number
  /** Strength of its best place. */
  readonly strength?: number
  /** Strength of the best place of the read, which decides the outcome; `answeredFrom` or more is `answered`. */
  readonly bestStrength?: number
  readonly answeredFrom: number
  readonly headings?: readonly string[]
  /** Words of the task near its best place, and the remaining ones. */
  readonly matched: readonly string[]
  readonly unmatched: readonly string[]
  /** The deciding reason, in one sentence. */
  readonly because: string
  /** Changes that would select it. */
  readonly change: readonly string[]
}

export interface WhyOptions extends Pick<ExplainOptions, 'commands'> {
  readonly also?: readonly string[]
  readonly budget?: number
}

/** `undefined` for an unknown target. */
export async function whySelected(
  catalog: Catalog,
  task: string,
  target: string,
  options: WhyOptions,
  reader: Reader,
): Promise<Why | undefined> {
  const found = findTarget(catalog, target)
  if (!found) return undefined
  const { ref, path } = found
  const request: ReadRequest = {
    task,
    ...(options.also ? { also: options.also } : {}),
    ...(options.budget === undefined ? {} : { budget: options.budget }),
  }
  const explained = explainRef(catalog, ref, options.commands ? { commands: options.commands } : {}, reader)
  const { result, selection } = await prepareRead(catalog, request, reader)
  const isTarget = (place: { readonly ref: string; readonly path: string }): boolean =>
    place.ref === ref && (path === undefined || place.path === path)
  const given = result.excerpts.some(isTarget)
  const base = {
    ref,
    ...(path === undefined ? {} : { path }),
    outcome: result.outcome,
    given,
    verdict: explained.verdict,
    scored: selection.answer.ranked.length,
    answeredFrom: constants.answered,
  }
  const byName = (name: string): string => `lorefence read ${shellWord(task)} --pack ${shellWord(name)}`
  const omitted = result.omitted.find(
    (one) => one.ref === ref && (path === undefined || one.path === undefined || one.path === path),
  )
  if (explained.verdict !== 'allow') {
    const reason = explained.reasons.find(({ verdict }) => verdict === explained.verdict)
    const opening = explained.commands ?? []
    const isByName = omitted?.code?.endsWith('-unnamed') === true && opening.length > 0
    const commands = isByName ? [...opening, byName(ref)] : opening
    return {
      ...base,
      matched: [],
      unmatched: [],
      because: reason?.sentence ?? 'A gate refuses it.',
      change: commands.length > 0 || !reason?.change ? commands : [reason.change],
    }
  }
  const opening = omitted
    ? commandsForOmitted(catalog, [omitted], { ...(options.commands ?? { cwd: '/' }), byName })
    : []
  const detail = omitted && opening.length > 0 ? withoutHint(omitted.detail) : omitted?.detail
  const why = detail ?? (isMissing(catalog, found, reader.ports.files) ? 'The file does not exist.' : undefined)
  const isOverBudget = omitted?.reason === 'budget'
  return { ...base, ...explainRank(selection, isTarget, { given, omitted: why, isOverBudget, packName: ref, opening }) }
}

/** Whether the path names no file of its pack. */
function isMissing(catalog: Catalog, { ref, path }: Target, files: Ports['files']): boolean {
  const folder = findNamed(catalog, ref)?.entry.found.folder
  return path !== undefined && folder !== undefined && files.kindOf(`${folder}/${path}`) === undefined
}

interface Target {
  readonly ref: string
  readonly path?: string
}

/** A ref, a name, or the path of a file: relative to a pack, or as a unit names it. */
function findTarget(catalog: Catalog, target: string): Target | undefined {
  const named = findNamed(catalog, target)
  if (named) return { ref: named.ref }
  const wanted = target.replace(/^\.\//, '')
  for (const { ref, document, found } of catalog.entries) {
    if (document.kind === 'manifest') {
      const unit = document.units.find(({ path }) => path === wanted || `${found.folder}/${path}` === target)
      if (unit) return { ref: unitRef(ref, unit.id) }
      continue
    }
    const [name = '', ...rest] = wanted.split('#')
    if (name === document.name && rest.length > 0) return { ref, path: rest.join('#') }
    if (target.startsWith(`${found.folder}/`)) return { ref, path: target.slice(found.folder.length + 1) }
    const folder = found.path.slice(0, Math.max(0, found.path.lastIndexOf('/')))
    if (folder !== '' && wanted.startsWith(`${folder}/`)) return { ref, path: wanted.slice(folder.length + 1) }
  }
  return undefined
}

/** Refs and paths that contain these words, in the form that `whySelected` takes; by names only, nothing is opened. */
export function whyTargets(catalog: Catalog, written: string, { files }: Pick<Ports, 'files'>): readonly string[] {
  const wanted = written.toLowerCase().replace(/^\.\//, '')
  const targets = catalog.entries.flatMap(({ ref, document, found, standing }) => {
    if (document.kind === 'manifest')
      return [ref, ...document.units.flatMap(({ id, path }) => [unitRef(ref, id), path])]
    const isOpen = standing !== 'ungranted'
    return [ref, ...(isOpen ? openFolder(files, found.folder).files.map((path) => `${document.name}#${path}`) : [])]
  })
  return [...new Set(targets)].filter((target) => target.toLowerCase().includes(wanted))
}

type Ranked = Pick<
  Why,
  | 'rank'
  | 'score'
  | 'bestScore'
  | 'strength'
  | 'bestStrength'
  | 'headings'
  | 'matched'
  | 'unmatched'
  | 'because'
  | 'change'
>

interface Placing {
  readonly given: boolean
  readonly omitted: string | undefined
  readonly isOverBudget: boolean
  readonly packName: string
  /** Commands that open what was omitted. */
  readonly opening: readonly string[]
}

function explainRank(
  { answer, searched, outcome }: Selection,
  isTarget: (place: Candidate['source']) => boolean,
  { given, omitted, isOverBudget, packName, opening }: Placing,
): Ranked {
  const place = answer.ranked.findIndex(({ source }) => isTarget(source))
  const own = answer.ranked[place]
  const [best] = answer.ranked
  const words = (kept: boolean): readonly string[] => [
    ...new Set(
      answer.question.filter((word) => (own ? isAround(word, own) : false) === kept).map(({ typed }) => typed),
    ),
  ]
  if (!own || !best) {
    const because =
      omitted ??
      (searched.sources.some(isTarget)
        ? 'It contains no word of the task.'
        : 'It is not searched for tasks: it is not text, or its pack does not include it.')
    if (omitted !== undefined) return { matched: [], unmatched: [], because, change: opening }
    return { matched: [], unmatched: words(false), because, change: ['Ask with words that it uses (--also "…").'] }
  }
  const strength = strengthOf(searched.corpus, answer.question, own)
  const facts = {
    rank: place + 1,
    score: own.score,
    bestScore: best.score,
    strength,
    bestStrength: answer.strength,
    headings: own.member.text.headings[own.section] ?? [],
    matched: words(true),
    unmatched: words(false),
  }
  if (given) return { ...facts, because: 'Its best place scores high enough.', change: [] }
  const byWords = `Name it (--pack ${packName}), or ask with words that it uses (--also "…").`
  if (omitted !== undefined)
    return {
      ...facts,
      because: omitted,
      change: [isOverBudget ? 'Use a larger budget (--budget), or name it (--pack).' : byWords],
    }
  if (outcome !== 'answered')
    return { ...facts, because: 'The match is weak, so only the best place is selected.', change: [byWords] }
  return {
    ...facts,
    because: `Other places match better: its best scores ${(own.score / best.score).toFixed(2)} of the best.`,
    change: [byWords],
  }
}
