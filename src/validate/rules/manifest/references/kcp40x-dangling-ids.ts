import type { Code } from '../../../../model/codes/codes.ts'
import { danglingReporter, type Reference } from '../../../manifest-facts/dangling.ts'
import {
  declaredBlocks,
  declaredUnits,
  mappingsIn,
  nonBlank,
  unitName,
  type DeclaredMapping,
} from '../../../manifest-facts/declared.ts'
import type { ManifestRule, CheckedManifest } from '../../../rule.ts'

interface Row {
  readonly code: Code
  references(subject: CheckedManifest): Iterable<Reference>
}

/**
 * Where a manifest names its own units. Unknown ids warn here and are ignored at run time; cycles are allowed (KCP
 * §4.7).
 */
const rows: readonly Row[] = [
  { code: 'KCP401', references: ({ raw }) => [...declaredUnits(raw)].flatMap(dependencies) },
  {
    code: 'KCP402',
    references: ({ raw }) =>
      [...mappingsIn(raw['relationships'], ['relationships'])].flatMap(({ fields, path }) => [
        { id: nonBlank(fields['from']), path: [...path, 'from'], subject: () => 'The relationship starts at' },
        { id: nonBlank(fields['to']), path: [...path, 'to'], subject: () => 'The relationship points to' },
      ]),
  },
  {
    code: 'KCP403',
    references: ({ raw }) =>
      [...declaredBlocks(raw, 'discovery')].map(({ fields, path }) => ({
        id: fields['contradicted_by'],
        path: [...path, 'contradicted_by'],
        subject: () => 'The field "contradicted_by" names',
      })),
  },
  {
    code: 'KCP405',
    references: ({ manifest }) =>
      manifest.units.map(({ id, index, hints }) => ({
        id: nonBlank(hints?.summaryUnit),
        path: ['units', index, 'hints', 'summary_unit'],
        subject: () => `The unit "${id}" is summarised by`,
      })),
  },
  {
    code: 'KCP407',
    references: ({ manifest }) =>
      manifest.units.map(({ id, index, hints }) => ({
        id: hints?.chunkOf,
        path: ['units', index, 'hints', 'chunk_of'],
        subject: () => `The unit "${id}" is a chunk of`,
      })),
  },
  {
    code: 'KCP409',
    references: ({ manifest }) => [
      {
        id: manifest.hints?.recommendedEntryPoint,
        path: ['hints', 'recommended_entry_point'],
        subject: () => 'The recommended entry point is',
      },
    ],
  },
]

/** Every place where a manifest names one of its own units. */
export const declaredReferences = (subject: CheckedManifest): readonly Reference[] =>
  rows.flatMap(({ references }) => [...references(subject)])

export const danglingIds: ManifestRule = {
  codes: rows.map(({ code }) => code),
  needs: 'head',
  check(subject, report) {
    for (const { code, references } of rows) {
      const check = danglingReporter(code, subject.units, report)
      for (const reference of references(subject)) check(reference)
    }
  },
}

function dependencies(unit: DeclaredMapping): readonly Reference[] {
  const list = unit.fields['depends_on']
  const path = [...unit.path, 'depends_on']
  const subject = (): string => `The ${unitName(unit)} depends on`
  return Array.isArray(list)
    ? list.map((id: unknown, position) => ({ id, path: [...path, position], subject }))
    : [{ id: list, path, subject }]
}
