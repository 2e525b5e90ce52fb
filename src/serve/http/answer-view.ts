import { readArguments } from '../../app/index.ts'
import type { Identity } from './identity.ts'
import { problem } from './problem.ts'
import type { ViewCall, ViewRoute } from './view-route.ts'

/** Who may call a route is decided before its arguments are read. */
export function notForThis({ for: whom }: ViewRoute, { person }: Identity): Response | undefined {
  if (whom === undefined || person === 'operator' || person === whom) return undefined
  return whom === 'operator'
    ? problem('operator-needed', { detail: 'Add one with: lorefence key add NAME --operator' })
    : problem('person-needed', { detail: 'Keys of agents see only what is theirs.' })
}

export async function answerView(route: ViewRoute, written: unknown, call: ViewCall): Promise<Response> {
  const read = readArguments(route.input, written)
  if ('problems' in read) return problem('bad-request', { detail: read.problems.join(' ') })
  return route.answer(read.args, call)
}

/** What changes something is accepted from our own page, or from a program that sends no cookie. */
export function notSameOrigin(request: Request): Response | undefined {
  const [site, origin] = [request.headers.get('sec-fetch-site'), request.headers.get('origin')]
  const host = request.headers.get('host') ?? new URL(request.url).host
  const isOther =
    (site !== null && site !== 'same-origin') || (origin !== null && hostOf(origin) !== host.toLowerCase())
  const isBare = site === null && origin === null && !request.headers.has('authorization')
  return isOther || isBare ? problem('not-accepted', { detail: 'Only pages of this server may send this.' }) : undefined
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
