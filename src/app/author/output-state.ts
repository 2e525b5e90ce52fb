import { outputIndexPath, readOutputIndex, type IndexedOutput } from '../../author/compile/output-index.ts'
import { isSplit } from '../../author/compile/split-document.ts'
import { digest } from '../../text/digest.ts'
import type { Folder } from '../../validate/folder.ts'

interface OutputState {
  readonly outputs: readonly IndexedOutput[]
  /** Splits whose section changed or is gone since they were made. */
  readonly outdated: readonly IndexedOutput[]
  /** Documents without splits, if other documents have some. */
  readonly uncovered: readonly string[]
}

/** How the splits of a pack compare with its documents. */
export function outputState(folder: Folder): OutputState {
  const outputs = readOutputIndex(folder.text(outputIndexPath) ?? '') ?? []
  const splits = outputs.filter(({ source }) => source !== undefined)
  const outdated = splits.filter(({ source }) => {
    const text = source && folder.content(source.path)
    return !source || text === undefined || digest(text.slice(source.start, source.end)) !== source.sha256
  })
  const covered = new Set(splits.map(({ source }) => source?.path))
  const documents = folder.files.filter((path) => /^documents\/(?!open-questions)/i.test(path) && isSplit(path))
  return { outputs, outdated, uncovered: splits.length === 0 ? [] : documents.filter((path) => !covered.has(path)) }
}
