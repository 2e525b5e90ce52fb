import { isNamed } from '../../activate/activate.ts'
import { matchPacks } from '../../activate/match.ts'
import { scoreSuite, touchedBoundaries, type Choice } from '../../activate/score-suite.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { codeRows } from '../../model/codes/codes.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { EvaluatedSuite, EvaluateOptions, Evaluation, SuiteSplit } from '../../model/records/evaluation.ts'
import type { Files } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { profileEvery } from '../decide/pack-profiles.ts'
import { notesOf } from '../shared/notes.ts'
import { readGivenSuite, readOwnSuites, type ReadSuite } from './read-suites.ts'

/** Runs selection suites without a model: would the pack be activated implicitly for each prompt? */
export function evaluateCatalog(catalog: Catalog, options: EvaluateOptions, reader: Reader): Evaluation {
  const { wanted, given, unknown, read } = suitesToRun(catalog, options, reader.ports.files)
  const chooser = repeated(profileOnce(catalog, reader), options)
  const own = read.flatMap(({ entry, suites }) =>
    suites.flatMap(({ diagnostics }) =>
      chooser.basisOf(entry.ref) === 'content' ? diagnostics : diagnostics.map(withoutText),
    ),
  )
  return {
    suites: read.flatMap(({ entry, suites }) =>
      suites.flatMap((suite) => run(entry, suite, chooser).map((score) => ({ ...score, ...askedAs(entry, options) }))),
    ),
    without: wanted ? read.filter(({ suites }) => suites.length === 0).map(({ entry }) => entry.ref) : [],
    unknown,
    diagnostics: given ? given.diagnostics : own,
  }
}

interface SuitesToRun {
  readonly wanted: readonly string[] | undefined
  readonly given: ReadSuite | undefined
  readonly unknown: readonly string[]
  readonly read: readonly { readonly entry: CatalogEntry; readonly suites: readonly ReadSuite[] }[]
}

/** The suites that the options select, read once. */
export function suitesToRun(catalog: Catalog, options: EvaluateOptions, files: Files): SuitesToRun {
  const packs = catalog.entries.filter(({ document }) => document.kind === 'pack')
  const given = options.suite && readGivenSuite(options.suite)
  const wanted = options.packs ?? (given?.packName === undefined ? undefined : [given.packName])
  const chosen = wanted ? packs.filter((entry) => isNamed(entry, wanted)) : packs
  return {
    wanted,
    given,
    unknown: (wanted ?? []).filter((name) => !packs.some((entry) => isNamed(entry, [name]))),
    read: chosen.map((entry) => ({ entry, suites: given ? [given] : readOwnSuites(files, entry.found) })),
  }
}

interface Chooser {
  basisOf(ref: string): 'content' | 'metadata'
  choose(ref: string, prompt: string): Choice
}

/** Profiles every pack once; a refused pack only by its head. */
function profileOnce(catalog: Catalog, reader: Reader): Chooser {
  const activation = askPackGates(catalog, reader, { now: reader.ports.clock.now(), mode: 'implicit' })
  const profiled = profileEvery(reader.ports.files, catalog, activation, reader)
  const profiles = profiled.map(({ profile }) => profile)
  const own = (ref: string): (typeof profiled)[number] | undefined =>
    profiled.find(({ profile }) => profile.ref === ref)
  return {
    basisOf: (ref) => own(ref)?.basis ?? 'metadata',
    choose(ref, prompt) {
      const decision = activation.decisions.find((candidate) => candidate.ref === ref)
      const selected = matchPacks(prompt, profiles).some((match) => match.ref === ref && match.matched)
      return {
        selected,
        warnings: [...(decision ? notesOf(decision) : []), ...touchedBoundaries(prompt, own(ref)?.boundaries ?? [])],
      }
    },
  }
}

const defaultThreshold = 0.5

/** Calls the caller's selector `runs` times; ours is deterministic. */
function repeated(chooser: Chooser, { runs = 1, threshold = defaultThreshold, select }: EvaluateOptions): Chooser {
  if (!select) return chooser
  return {
    ...chooser,
    choose(ref, prompt) {
      const chosen = Array.from({ length: runs }, () => select(prompt, ref)).filter((selected) => selected).length
      return { ...chooser.choose(ref, prompt), selected: chosen / runs >= threshold }
    },
  }
}

function askedAs(
  { document }: CatalogEntry,
  { runs, threshold = defaultThreshold }: EvaluateOptions,
): Pick<EvaluatedSuite, 'runs_per_query' | 'threshold' | 'description_hash'> {
  return runs === undefined || document.kind !== 'pack'
    ? {}
    : { runs_per_query: runs, threshold, description_hash: digest(document.description) }
}

function run(
  { ref, document }: CatalogEntry,
  suite: ReadSuite,
  { basisOf, choose }: Chooser,
): readonly EvaluatedSuite[] {
  if (!suite.cases || document.kind !== 'pack') return []
  const score = scoreSuite(suite.cases, (prompt) => choose(ref, prompt))
  const results = score.results.map((result, i) => ({ ...result, id: shownId(result.id, i) }))
  return [
    { pack_name: document.name, ref, suite: suite.file, split: splitOf(suite), basis: basisOf(ref), ...score, results },
  ]
}

function splitOf({ file, isGiven }: ReadSuite): SuiteSplit {
  if (isGiven) return 'given'
  if (file.includes('.train.')) return 'train'
  return file.includes('.validation.') ? 'validation' : 'unsplit'
}

/** Findings in the suite of an ungranted pack must not quote it. */
const withoutText = ({ help: _help, ...diagnostic }: Diagnostic): Diagnostic => ({
  ...diagnostic,
  message: `${codeRows[diagnostic.code].title}.`,
})

/** An id that is a sentence could instruct a model, so its position replaces it. */
export const shownId = (id: string, index: number): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(id) ? id : `case-${index + 1}`
