import type { Root } from '../../model/catalog.ts'
import type { Restraints } from '../../model/documents/config.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { underCeiling } from './config.ts'
import type { OpenOptions } from './open.ts'

/** Options for a requester on another machine: clearance `public` by default, and no paths of this machine. */
export function remoteOptions(options: OpenOptions): OpenOptions {
  return {
    ...options,
    roots: options.roots.map((root, i) => (typeof root === 'string' ? root : virtual(root, i))),
    requester: { ...unknownRequester, ...options.requester },
    hideTasks: true,
  }
}

const unknownRequester: Requester = { clearance: 'public', model: 'external' }

export const remoteRequester = (facts: Requester, restraints: Restraints): Requester =>
  underCeiling({ ...unknownRequester, ...facts }, restraints)

/** AK-348: shown paths start with a name instead of a folder. */
const virtual = (root: Root, index: number): Root =>
  root.shown === undefined ? root : { ...root, shown: `root-${index + 1}` }
