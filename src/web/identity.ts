import { api } from './api.ts'
import { useLoaded, type Loaded } from './use-loaded.ts'

/** The client of this page's credential, and its rights here. */
export interface PageIdentity {
  readonly client: string
  readonly requester: Readonly<Record<string, unknown>>
  readonly rights: {
    /** Ask as another requester. */
    readonly askAs: boolean
    /** Grant and refuse. */
    readonly operator: boolean
  }
  readonly version: string
}

export const useIdentity = (): Loaded<PageIdentity> => useLoaded('identity', () => api.get<PageIdentity>('v1/identity'))
