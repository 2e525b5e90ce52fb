import type { Files } from '../model/ports.ts'

export interface DistributionFolders {
  /** A path of the operator. */
  readonly explicit?: string
  readonly project: string
  readonly home?: string
}

export interface FoundDistribution {
  readonly path: string
  readonly via: 'explicit' | 'project' | 'user'
}

/** The `catalog.yaml` to use: the path of the operator, whether it exists or not; then the project, then the user. */
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
