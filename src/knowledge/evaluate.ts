import { isNamed } from '../activate/activate.ts'
import { matchPacks } from '../activate/match.ts'
import { scoreSuite, touchedBoundaries, type Choice } from '../activate/score-suite.ts'
import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import { codeEntries } from '../model/codes.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { EvaluatedSuite, EvaluateOptions, Evaluation, SuiteSplit } from '../model/evaluation.ts'
import { askGates, type Reader } from './ask-gates.ts'
import { notesOf } from './notes.ts'
import { profilePacks } from './pack-profiles.ts'
import { readGivenSuite, readOwnSuites, type ReadSuite } from './read-suites.ts'
import { shownId } from './shown-id.ts'

/** Runs selection suites without a model: would the pack be activated implicitly for each prompt? */
export function evaluateCatalog(catalog: Catalog, options: EvaluateOptions, reader: Reader): Evaluation {
  const { files } = reader.ports
  const packs = catalog.entries.filter(({ document }) => document.kind === 'pack')
  const given = options.suite && readGivenSuite(options.suite)
  const wanted = options.packs ?? (given?.packName === undefined ? undefined : [given.packName])
  const unknown = (wanted ?? []).filter((name) => !packs.some((entry) => isNamed(entry, [name])))
  const chosen = wanted ? packs.filter((entry) => isNamed(entry, wanted)) : packs
  const read = chosen.map((entry) => ({ entry, suites: given ? [given] : readOwnSuites(files, entry.found) }))
  const chooser = profileOnce(catalog, reader)
  const own = read.flatMap(({ entry, suites }) => suites.flatMap(({ diagnostics }) => (chooser.basisOf(entry.ref) === 'content' ? diagnostics : diagnostics.map(withoutText))))
  return {
    suites: read.flatMap(({ entry, suites }) => suites.flatMap((suite) => run(entry, suite, chooser))),
    without: wanted ? read.filter(({ suites }) => suites.length === 0).map(({ entry }) => entry.ref) : [],
    unknown,
    diagnostics: given ? given.diagnostics : own,
  }
}

interface Chooser {
  basisOf(ref: string): 'content' | 'metadata'
  choose(ref: string, prompt: string): Choice
}

/** Everything is profiled once; of a refused pack nothing but its head is known. */
function profileOnce(catalog: Catalog, reader: Reader): Chooser {
  const activation = askGates(catalog, reader, { now: reader.ports.clock.now(), mode: 'implicit' })
  const profiled = profilePacks(reader.ports.files, catalog, activation)
  const profiles = profiled.map(({ profile }) => profile)
  const own = (ref: string): (typeof profiled)[number] | undefined => profiled.find(({ profile }) => profile.ref === ref)
  return {
    basisOf: (ref) => own(ref)?.basis ?? 'metadata',
    choose(ref, prompt) {
      const decision = activation.decisions.find((candidate) => candidate.ref === ref)
      const selected = matchPacks(prompt, profiles).some((match) => match.ref === ref && match.matched)
      return { selected, warnings: [...(decision ? notesOf(decision) : []), ...touchedBoundaries(prompt, own(ref)?.boundaries ?? [])] }
    },
  }
}

function run({ ref, document }: CatalogEntry, suite: ReadSuite, { basisOf, choose }: Chooser): readonly EvaluatedSuite[] {
  if (!suite.cases || document.kind !== 'pack') return []
  const score = scoreSuite(suite.cases, (prompt) => choose(ref, prompt))
  const results = score.results.map((result, i) => ({ ...result, id: shownId(result.id, i) }))
  return [{ pack_name: document.name, ref, suite: suite.file, split: splitOf(suite), basis: basisOf(ref), ...score, results }]
}

function splitOf({ file, isGiven }: ReadSuite): SuiteSplit {
  if (isGiven) return 'given'
  return file.includes('.train.') ? 'train' : file.includes('.validation.') ? 'validation' : 'unsplit'
}

/** What is wrong with the suite of a pack that nobody granted is said without a word of it. */
const withoutText = ({ help: _help, ...diagnostic }: Diagnostic): Diagnostic => ({ ...diagnostic, message: `${codeEntries[diagnostic.code].title}.` })
