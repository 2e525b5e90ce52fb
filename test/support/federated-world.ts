import { federate, openKnowledge, proposeGrants, saveGrants, type OpenOptions } from '../../src/app/index.ts'
import type { FederateOptions, FederateWorld } from '../../src/app/federate/federate-world.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import type { SignaturePolicy } from '../../src/model/documents/signature.ts'
import type { Fetcher } from '../../src/model/ports.ts'
import { fakeNetwork, type FakeNetwork, type FakeResponse } from './fake-network.ts'
import { memoryDisk } from './memory-writer.ts'

const publicAddress = '93.184.215.14'

export interface FederatedWorld {
  readonly tree?: Readonly<Record<string, string>>
  /** By URL; the hosts are public unless `names` says otherwise. */
  readonly remote?: Readonly<Record<string, string | FakeResponse | Repeated>>
  readonly network?: Pick<FakeNetwork, 'names' | 'settings' | 'cache' | 'now'>
  readonly world?: Partial<FederateWorld>
  readonly fetcher?: Fetcher
  readonly grant?: readonly string[]
  /** The signature policy of the user's config. */
  readonly policy?: SignaturePolicy
}

/** A head, and a text that is repeated this many times after it. */
interface Repeated {
  readonly repeat: readonly [string, string, number]
}

const bodyOf = (answer: string | FakeResponse | Repeated): FakeResponse => {
  if (typeof answer === 'string') return { body: answer }
  if (!('repeat' in answer)) return answer
  const [head, text, times] = answer.repeat
  return { body: head + text.repeat(times) }
}

/** A workspace in memory at `/w`, granted as a whole, and a simulated network. */
export function federatedWorld({
  tree = {},
  remote = {},
  network = {},
  world = {},
  grant = ['.'],
  ...own
}: FederatedWorld) {
  const disk = memoryDisk(tree)
  const names = Object.fromEntries(
    Object.keys(remote)
      .filter((url) => URL.canParse(url))
      .map((url) => [new URL(url).hostname, [[publicAddress]]]),
  )
  const responses = Object.fromEntries(Object.entries(remote).map(([url, answer]) => [url, bodyOf(answer)]))
  const fake = fakeNetwork({ ...network, names: { ...names, ...network.names }, responses })
  const ports = memoryPorts(liveFiles(disk.tree))
  const restraints = own.policy ? { signatures: own.policy } : {}
  const trust = (path: string): unknown =>
    saveGrants(ports, proposeGrants(ports, path, '/w', restraints), { follow: false, given: 'terminal' })
  for (const path of grant) trust(path)
  const open = (options: Partial<OpenOptions> = {}) => openKnowledge({ roots: ['/w'], ports, restraints, ...options })
  const put: FederateWorld['write'] = (root, path, bytes) => {
    disk.tree[`${root}/${path}`] = bytes
    return { ok: true }
  }
  const remove: FederateWorld['remove'] = (root, path) => {
    delete disk.tree[`${root}/${path}`]
    return { ok: true }
  }
  const fetcher: Fetcher = own.fetcher ?? { fetch: (request) => fake.fetch(request) }
  const run = async (options: FederateOptions = {}) => {
    const { catalog } = await open()
    return federate(catalog, { ports, fetcher, write: put, remove, policy: own.policy, ...world }, options)
  }
  const asked = (): readonly string[] => fake.connections.map(({ url }) => url.href)
  return {
    run,
    open,
    fetcher,
    trust,
    asked,
    ports,
    tree: disk.tree,
    connections: fake.connections,
    lookups: fake.lookups,
  }
}

/** Files of a tree that grows. */
function liveFiles(tree: Parameters<typeof memoryFiles>[0]): ReturnType<typeof memoryFiles> {
  const now = (): ReturnType<typeof memoryFiles> => memoryFiles(tree)
  return {
    ...now(),
    read: (...args) => now().read(...args),
    list: (...args) => now().list(...args),
    kindOf: (...args) => now().kindOf(...args),
    realPath: (...args) => now().realPath(...args),
  }
}
