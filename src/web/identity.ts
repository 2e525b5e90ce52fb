import { api } from './api.ts'
import { useLoaded, type Loaded } from './use-loaded.ts'

/** Whom the credential of this page stands for, and what it may do here. */
export interface PageIdentity {
  readonly client: string
  readonly requester: Readonly<Record<string, unknown>>
  readonly rights: {
    /** Look through the eyes of another requester. */
    readonly askAs: boolean
    /** Grant and refuse. */
    readonly operator: boolean
  }
  readonly version: string
}

export const useIdentity = (): Loaded<PageIdentity> => useLoaded('identity', () => api.get<PageIdentity>('v1/identity'))
