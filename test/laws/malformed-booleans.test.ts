import { expect, test } from 'vitest'
import { parseManifest } from '../../src/app/index.ts'
import type { FieldTable, Shape } from '../../src/model/tables/fields.ts'
import { manifestFields } from '../../src/model/tables/manifest-fields.ts'
import { everyField } from '../support/every-field.ts'
import { findingsIn } from '../support/findings.ts'

type Path = readonly (string | number)[]

/** The places of all boolean fields, in the branch of a choice that has fields. */
function* booleansIn(table: FieldTable, path: Path = []): Generator<Path> {
  for (const [name, shape] of Object.entries(table)) yield* booleansAt(shape, [...path, name])
}

function* booleansAt(shape: Shape, path: Path): Generator<Path> {
  if (shape.type === 'boolean') yield path
  else if (shape.type === 'object') yield* booleansIn(shape.fields, path)
  else if (shape.type === 'list') yield* booleansAt(shape.of, [...path, 0])
  else if (shape.type === 'either') yield* booleansAt(shape.of[1], path)
}

/** A manifest with every field, in which one value is another or absent. */
function manifestWith(path: Path, value: unknown): string {
  const whole = structuredClone(everyField(manifestFields, 1)) as Record<string | number, unknown>
  const container = path.slice(0, -1).reduce((node, key) => node[key] as Record<string | number, unknown>, whole)
  container[path.at(-1) ?? ''] = value
  return JSON.stringify(whole)
}

/** What the parser reads, without the list of what a gate asks about. */
const modelOf = (text: string): unknown =>
  JSON.parse(
    JSON.stringify(parseManifest(text).manifest, (key, value: unknown) => (key === 'unreadable' ? undefined : value)),
  )

const places = [...booleansIn(manifestFields)].map((path) => [path.join('.'), path] as const)

test('there are booleans at the root, on units and in their blocks', () => {
  expect(places.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'delegation.human_in_the_loop.required',
      'units.0.load_eligible',
      'units.0.not_for_strict',
      'units.0.visibility.conditions.0.then.requires_auth',
    ]),
  )
})

test.each(places)('KL-003: %s is true or false; anything else is undeclared, with a warning', (_, path) => {
  const undeclared = modelOf(manifestWith(path, undefined))
  expect(modelOf(manifestWith(path, true))).not.toEqual(undeclared)
  for (const value of ['yes', 'true', 1, 'ture']) {
    const text = manifestWith(path, value)
    expect(modelOf(text)).toEqual(undeclared)
    const told = findingsIn(text).filter(({ where }) => where.pointer === `/${path.join('/')}`)
    expect(told.map(({ severity }) => severity)).toContainEqual(expect.stringMatching(/^(?:warning|error)$/))
  }
})
