import type { Fenced } from '../model/brands.ts'
import { fenced } from './envelope.ts'

/** Envelopes one after the other; nothing but envelopes goes in. */
export const joinFenced = (parts: readonly Fenced[]): Fenced => fenced(parts.filter((part) => part !== ''))
