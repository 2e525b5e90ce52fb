import type { QueryRequest } from '../../model/query.ts'
import type { UnitsOptions } from '../../model/unit-list.ts'
import type { ListOptions } from '../list/list.ts'

type Checks = ReadonlyMap<string, (value: unknown) => boolean>

const isNumber = (value: unknown): boolean => typeof value === 'number'
const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

const listFields: Checks = new Map([
  ['format', (value) => value === 'prompt' || value === 'xml'],
  ['filter', isText],
  ['maxTokens', isNumber],
  ['locations', isFlag],
  ['relative', isFlag],
])
const unitsFields: Checks = new Map([
  ['from', isNumber],
  ['limit', isNumber],
  ['maxTokens', isNumber],
])

/** The request in the task of a receipt; `undefined` if it is invalid, since a receipt file can be forged. */
export const pastList = (task: string): ListOptions | undefined => requestIn(task, listFields)

export const pastUnits = (task: string): UnitsOptions | undefined => requestIn(task, unitsFields)

/** The query validates its fields. */
export const pastQuery = (task: string): QueryRequest | undefined =>
  requestIn(task, new Map()) as QueryRequest | undefined

function requestIn(task: string, fields: Checks): object | undefined {
  const value = parsed(task)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).every(([name, field]) => fields.get(name)?.(field) ?? true) ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
