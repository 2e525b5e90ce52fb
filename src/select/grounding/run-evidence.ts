import type { Provenance, RunFinding } from '../../model/reading/evidence.ts'
import type { Files } from '../../model/ports.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { newestRun } from '../packs/pack-records.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import { pickAt, type Pick } from '../pick.ts'
import type { Source } from '../texts/source.ts'

/** Findings of the newest compile run and the producer of the pack, with the text that states them (AK-363). */
export interface RunEvidence {
  readonly findings: readonly RunFinding[]
  readonly provenance?: Provenance
  readonly picks: readonly Pick[]
}

/** `isAbout`: whether the caller asked about a file of the pack. */
export function runEvidence(files: Files, pack: OpenPack, isAbout: (path: string) => boolean): RunEvidence {
  const run = newestRun(files, pack)
  const diagnostics = (run?.record?.diagnostics ?? []).map((entry, index) => ({ entry, index }))
  const wanted = diagnostics.filter(({ entry }) => entry.path === undefined || isAbout(entry.path))
  const findings = wanted.map(({ entry: { severity = 'info', path = '', message = '' } }) => ({
    run: run?.path ?? '',
    severity,
    path,
    message,
  }))
  const builder = run?.record?.builderSkill?.name
  const { kind, name, version, digest } = pack.allowed.pack.head.metadata?.producedBy ?? {}
  const made = { kind, name, version, digest, compiledBy: builder }
  const known = Object.entries(made).filter(([, value]) => value !== undefined)
  return {
    findings,
    ...(known.length > 0 ? { provenance: Object.fromEntries(known) } : {}),
    picks: [
      ...(run
        ? findingPicks(
            pack.source(run.path),
            wanted.map(({ index }) => `/diagnostics/${index}`),
          )
        : []),
      ...(name === undefined ? [] : producerPicks(pack)),
    ],
  }
}

function findingPicks(source: Source | undefined, pointers: readonly string[]): readonly Pick[] {
  if (!source || pointers.length === 0) return []
  const members = (pointer: string): readonly string[] =>
    ['severity', 'path', 'message'].map((name) => `${pointer}/${name}`)
  const located = parseJson(source.text).tree?.locate(new Set(pointers.flatMap(members)))
  return pointers.flatMap((pointer) => {
    const places = members(pointer).flatMap((member) => located?.get(member) ?? [])
    if (places.length === 0) return []
    const start = Math.min(...places.map(({ key, value }) => (key ?? value).start))
    const end = Math.max(...places.map(({ value }) => value.end))
    return [pickAt(source, { start, end }, { why: 'It is a finding of the newest compile run.' })]
  })
}

/** The lines of `producedBy` in the frontmatter: its own, and those indented deeper. */
const producer = /^([ \t]*).*\bproducedBy\b.*(?:\r?\n\1[ \t]+\S.*)*/m

function producerPicks(pack: OpenPack): readonly Pick[] {
  const { entryFile, pack: head } = pack.allowed
  const source = pack.source(entryFile)
  const found = source && producer.exec(source.text.slice(0, head.bodyStart))
  if (!source || !found) return []
  return [
    pickAt(source, { start: found.index, end: found.index + found[0].length }, { why: 'It says who made the pack.' }),
  ]
}
