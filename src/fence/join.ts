import type { Fenced } from '../model/brands.ts'
import { fenced } from './envelope.ts'

export const joinFenced = (parts: readonly Fenced[]): Fenced => fenced(parts.filter((part) => part !== ''))
