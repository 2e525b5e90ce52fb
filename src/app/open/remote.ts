import type { Root } from '../../model/catalog.ts'
import type { OpenOptions } from './open.ts'

/** Options for a requester on another machine: cleared for what is public unless somebody says more, and told no path of this one. */
export function remoteOptions(options: OpenOptions): OpenOptions {
  return {
    ...options,
    roots: options.roots.map((root, i) => (typeof root === 'string' ? root : virtual(root, i))),
    requester: { clearance: 'public', model: 'external', ...options.requester },
    hideTasks: true,
  }
}

/** AK-348: what stands before shown paths is a name instead of a place. */
const virtual = (root: Root, index: number): Root =>
  root.shown === undefined ? root : { ...root, shown: `root-${index + 1}` }
