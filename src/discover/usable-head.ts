import { readPack } from '../parse/pack/pack.ts'
import type { JudgeHead } from './walk.ts'

/** For a walk that only looks for packs. */
export const usableHead: JudgeHead<undefined> = (found, read) => ({
  isUsable: read.ok && readPack(read.bytes, found.path).pack !== undefined,
  isGranted: false,
  judged: undefined,
})
