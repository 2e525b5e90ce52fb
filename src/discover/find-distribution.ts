import type { Files } from '../model/ports.ts'

export interface DistributionFolders {
  /** A path set by the operator. */
  readonly explicit?: string
  readonly project: string
  readonly home?: string
}

export interface FoundDistribution {
  readonly path: string
  readonly via: 'explicit' | 'project' | 'user'
}

/**
 * The `catalog.yaml` to use: the operator's path, whether or not it exists; then that of the project, then that of the
 * user.
 */
export function findDistribution(
  files: Pick<Files, 'kindOf'>,
  { explicit, project, home }: DistributionFolders,
): FoundDistribution | undefined {
  if (explicit !== undefined) return { path: explicit, via: 'explicit' }
  const places: readonly FoundDistribution[] = [
    { path: `${project}/.kcp/catalog.yaml`, via: 'project' },
    ...(home === undefined ? [] : [{ path: `${home}/.kcp/catalog.yaml`, via: 'user' } as const]),
  ]
  return places.find(({ path }) => files.kindOf(path) === 'file')
}
