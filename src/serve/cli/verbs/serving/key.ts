import { personConfig } from '../../../../app/index.ts'
import { newToken, sha256Of } from '../../../../io/secrets.ts'
import type { ApiKey } from '../../../../model/decisions/api-key.ts'
import type { Keys, Ports } from '../../../../model/ports.ts'
import { askPerson, yesOption } from '../../ask-person.ts'
import { ownPorts } from '../../opening.ts'
import { visible } from '../../render/terminal/cells.ts'
import { outLine, printRecord } from '../../render/terminal/print.ts'
import { requesterFacts } from '../../requester-facts.ts'
import { exitCodes, texts, UsageError, wholeNumber, type Call, type Verb } from '../../verb.ts'

type KeyPorts = Ports & { readonly keys: Keys }

type Action = (ports: KeyPorts, call: Call) => Promise<number>

export const keyVerb: Verb = {
  name: 'key',
  summary: 'add, list or revoke keys for clients of "lorefence serve"',
  usage: 'key add <name> [--as FACTS] [--days DAYS] [--operator]\nkey list\nkey revoke <name>',
  inputs: 'the keys in your state folder, or in the store of your config, by their digests',
  outputs:
    'add: the new key, once and nowhere else; list: one line each, without the keys; exit 1 when the answer is no',
  examples: [
    'lorefence key add support-bot --as role=support,clearance=internal,scopes=read:tickets --days 90',
    'lorefence key add mira --operator --as clearance=restricted',
    'lorefence key list --json',
    'lorefence key revoke support-bot',
  ],
  options: {
    as: {
      type: 'string',
      multiple: true,
      value: 'FACTS',
      doc: 'Facts about whoever has the key, such as role=support,clearance=internal. Default clearance: public',
    },
    operator: {
      type: 'boolean',
      doc:
        'For a person: it shows the receipts of all clients, and grants or refuses what waits for approval. ' +
        'Never give it to an agent.',
    },
    days: { type: 'string', value: 'DAYS', doc: 'How many days the key is accepted. Default: until it is revoked.' },
    ...yesOption,
  },
  async run(call) {
    const [name = ''] = call.positionals
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new UsageError(`key takes add, list or revoke${name === '' ? '' : `, not "${name}"`}.`)
    if (call.positionals.length !== (name === 'list' ? 1 : 2))
      throw new UsageError(name === 'list' ? 'key list takes no more arguments.' : `key ${name} needs one name.`)
    const { keys, ...ports } = await ownPorts(call)
    if (!keys) throw new Error('There is no store of keys.')
    return action({ ...ports, keys }, call)
  },
}

const actions: Readonly<Record<string, Action>> = { add, list, revoke }

const outcome = { command: 'key' }

/** Without the digest, which nobody else needs. */
const shownKey = ({ tokenSha256: _tokenSha256, ...shown }: ApiKey): Omit<ApiKey, 'tokenSha256'> => shown

async function add({ keys, clock, files, shared }: KeyPorts, call: Call): Promise<number> {
  const { positionals, values, terminal } = call
  const [, name = ''] = positionals
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new UsageError(`"${name}" is not a valid key name: use at most 64 letters, digits, "_", "-" and ".".`)
  if (keys.list().some((known) => known.name === name))
    throw new UsageError(`the key "${name}" already exists. To replace it: lorefence key revoke ${name}`)
  const days = wholeNumber(values['days'], 'days')
  const facts = requesterFacts(texts(values['as']))
  const config = personConfig(files, terminal.env, { workspaces: [], nearby: [terminal.cwd] })
  const isOperator = values['operator'] === true
  terminal.err(`A client with the key "${name}" reads as: ${visible(factsText({ clearance: 'public', ...facts }))}\n`)
  if (isOperator)
    terminal.err('It is for a person: it shows the receipts of all clients, and grants what waits for approval.\n')
  if ((await askPerson(call, config, 'Add this key?')) === undefined) return exitCodes.findings
  const token = `lf_${newToken()}`
  const now = clock.now()
  const key: ApiKey = {
    name,
    tokenSha256: sha256Of(token),
    requester: { credentials: ['api_key'], ...facts, authenticated: true },
    ...(isOperator ? { operator: true } : {}),
    created: now.toISOString(),
    ...(days === undefined ? {} : { expires: new Date(now.getTime() + days * 86_400_000).toISOString() }),
  }
  keys.save(key)
  await shared?.settled()
  if (values['json'] === true) printRecord(terminal, outcome, { key: shownKey(key), token })
  else {
    terminal.out(`${token}\n`)
    terminal.err('It is shown only now. Clients send it in "Authorization: Bearer …".\n')
  }
  return exitCodes.ok
}

async function list({ keys }: KeyPorts, { values, terminal }: Call): Promise<number> {
  const found = keys.list().map(shownKey)
  if (values['json'] === true) printRecord(terminal, outcome, { keys: found })
  else if (found.length === 0) terminal.err('There are no keys.\n')
  else
    for (const { name, requester, expires, operator } of found)
      outLine(
        terminal,
        [
          name,
          expires === undefined ? 'no end' : `until ${expires}`,
          ...(operator ? ['operator'] : []),
          factsText(requester),
        ].join('  '),
      )
  return exitCodes.ok
}

async function revoke(
  { keys, shared }: KeyPorts,
  { positionals: [, name = ''], values, terminal }: Call,
): Promise<number> {
  if (!keys.remove(name)) throw new UsageError(`there is no key "${name}". Try "lorefence key list".`)
  await shared?.settled()
  if (values['json'] === true) printRecord(terminal, outcome, { revoked: name })
  else terminal.err(`The key "${name}" is no longer accepted.\n`)
  return exitCodes.ok
}

const factsText = (facts: object): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('+') : String(value)}`)
    .join(', ')
