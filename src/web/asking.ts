import { go, hrefOf, type Route } from './router.ts'

/** A read as the address describes it, so that a link to it repeats it. */
export interface Asking {
  readonly task: string
  readonly budget?: number
  readonly packs: readonly string[]
  /** Facts of another requester, as on the command line: `role=contractor,clearance=public`. */
  readonly as?: string
  readonly at?: string
}

export const defaultBudget = 2000

/** `side` names the second of two reads that are compared. */
export function askingIn({ query }: Route, side = ''): Asking {
  const text = (name: string): string | undefined => query.get(`${name}${side}`) ?? query.get(name) ?? undefined
  const budget = Number(text('budget'))
  const [as, at] = [text('as'), text('at')]
  return {
    task: text('task') ?? '',
    packs: (text('packs') ?? '').split(' ').filter((name) => name !== ''),
    ...(Number.isInteger(budget) && budget > 0 ? { budget } : {}),
    ...(as === undefined ? {} : { as: as === nobody ? '' : as }),
    ...(at === undefined ? {} : { at }),
  }
}

/** Stands for a requester without facts in an address, where an empty value would be left out. */
const nobody = 'nobody'

function queryOf({ task, budget, packs, as, at }: Asking): Readonly<Record<string, string | undefined>> {
  return {
    task,
    budget: budget === undefined ? undefined : String(budget),
    packs: packs.join(' '),
    as: as === '' ? nobody : as,
    at,
  }
}

export const askingHref = (view: string, asking: Asking): string => hrefOf(view, [], queryOf(asking))

export const goAsking = (view: string, asking: Asking): void => go(askingHref(view, asking), { replace: true })

/** The body of the request. */
export const bodyOf = ({ task, budget, packs, as, at }: Asking): Readonly<Record<string, unknown>> => ({
  task,
  ...(budget === undefined ? {} : { budget }),
  ...(packs.length === 0 ? {} : { name: packs }),
  ...(as === undefined ? {} : { as }),
  ...(at === undefined ? {} : { at }),
})
