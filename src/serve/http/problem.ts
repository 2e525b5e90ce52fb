/** The problems that this server reports (RFC 9457), by their name in `type`. */
const problems = {
  'bad-request': [400, 'The request cannot be read'],
  'credential-needed': [401, 'A credential is needed'],
  'not-accepted': [403, 'This request is not accepted'],
  refused: [403, 'Not released'],
  'person-needed': [403, 'This is for people'],
  'operator-needed': [403, 'An operator key is needed'],
  'approval-needed': [403, 'A person has to approve this first'],
  'approval-refused': [403, 'A person refused this'],
  'not-found': [404, 'Nothing has that name'],
  'not-approvable': [409, 'No approval opens this'],
  'not-shown': [409, 'These files were not shown before'],
  'wrong-method': [405, 'This method is not supported here'],
  'too-large': [413, 'The body is too large'],
  'not-json': [415, 'The body is not JSON'],
  'too-often': [429, 'The rate limit of its publisher is reached'],
  failed: [500, 'The server cannot do this now'],
  unavailable: [503, 'The server cannot decide or record now'],
  busy: [503, 'Too many requests at once'],
  'too-slow': [504, 'This took too long'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>

export type ProblemName = keyof typeof problems

export interface ProblemDetails {
  /** For the caller; contains no text of a pack or manifest. */
  readonly detail?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Further members: ids and numbers. */
  readonly members?: Readonly<Record<string, unknown>>
}

export function problem(name: ProblemName, { detail, headers = {}, members = {} }: ProblemDetails = {}): Response {
  const [status, title] = problems[name]
  const body = {
    type: `urn:lorefence:problem:${name}`,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...members,
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}
