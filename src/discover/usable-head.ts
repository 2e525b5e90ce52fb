import { readPack } from '../parse/pack/pack.ts'
import type { CheckHead } from './walk.ts'

/** For a walk that only looks for packs. */
export const usableHead: CheckHead<undefined> = (found, read) => ({
  isUsable: read.ok && readPack(read.bytes, found.path).pack !== undefined,
  isGranted: false,
  checked: undefined,
})
