import type { Files } from '../model/ports.ts'

export interface DistributionPlaces {
  /** A path that an operator gave. */
  readonly explicit?: string
  readonly project: string
  readonly home?: string
}

export interface FoundDistribution {
  readonly path: string
  readonly via: 'explicit' | 'project' | 'user'
}

/** Which `catalog.yaml` would be used. What an operator names wins, whether it is there or not; then the project, then the user. */
export function findDistribution(
  files: Pick<Files, 'kindOf'>,
  { explicit, project, home }: DistributionPlaces,
): FoundDistribution | undefined {
  if (explicit !== undefined) return { path: explicit, via: 'explicit' }
  const places: readonly FoundDistribution[] = [
    { path: `${project}/.kcp/catalog.yaml`, via: 'project' },
    ...(home === undefined ? [] : [{ path: `${home}/.kcp/catalog.yaml`, via: 'user' } as const]),
  ]
  return places.find(({ path }) => files.kindOf(path) === 'file')
}
