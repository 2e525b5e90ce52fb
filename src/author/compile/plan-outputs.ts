import { digest } from '../../text/bytes/digest.ts'
import type { IndexedOutput, OutputVerb } from './output-index.ts'

/** A file that a verb makes, and what its index records of it. */
export interface Output extends Omit<IndexedOutput, 'sha256' | 'by'> {
  readonly text: string
}

/** `kept`: the file is as it was, because these verbs did not write it as it is now, or may not delete it. */
type Operation = 'created' | 'updated' | 'deleted' | 'unchanged' | 'kept'

export interface PlannedFile {
  readonly path: string
  readonly operation: Operation
  readonly before?: Uint8Array
  /** Absent if it is deleted or kept. */
  readonly after?: Uint8Array
  /** Why it is kept. */
  readonly reason?: string
}

export interface PlanOptions {
  readonly by: OutputVerb
  readonly known: readonly IndexedOutput[]
  /** The bytes of a file as it is now. */
  readonly read: (path: string) => Uint8Array | undefined
  /** Delete what is no longer made (AK-315). */
  readonly force: boolean
  /** Outputs that this run says nothing about, such as those of a document that was not read. */
  readonly isBeyond?: (output: IndexedOutput) => boolean
}

export interface OutputPlan {
  readonly files: readonly PlannedFile[]
  /** Everything on record once the plan is written. */
  readonly index: readonly IndexedOutput[]
}

/** What would be written, without writing: only files with the recorded digest are replaced or deleted. */
export function planOutputs(outputs: readonly Output[], options: PlanOptions): OutputPlan {
  const { by, known, read, force, isBeyond = () => false } = options
  const recorded = new Map(known.map((output) => [output.path, output]))
  const wanted = new Set(outputs.map(({ path }) => path))
  const files: PlannedFile[] = []
  const index: IndexedOutput[] = []
  for (const { text, ...output } of outputs) {
    const after = new TextEncoder().encode(text)
    const planned = planFile(output.path, { after, before: read(output.path), record: recorded.get(output.path) })
    files.push(planned)
    const record = recorded.get(output.path)
    if (planned.operation !== 'kept') index.push({ ...output, sha256: digest(after), by })
    else if (record) index.push(record)
  }
  for (const record of known.filter(({ path }) => !wanted.has(path))) {
    const before = record.by === by && !isBeyond(record) ? read(record.path) : undefined
    if (!before) {
      if (record.by !== by || isBeyond(record)) index.push(record)
      continue
    }
    const isOwn = digest(before) === record.sha256
    if (isOwn && force) files.push({ path: record.path, operation: 'deleted', before })
    else {
      files.push({ path: record.path, operation: 'kept', before, reason: isOwn ? leftOver : edited })
      index.push(record)
    }
  }
  return { files, index }
}

const leftOver = 'Its source no longer has this part. "--force" deletes it.'
const edited = 'It was changed since lorefence wrote it.'
const foreign = 'lorefence did not write it.'

interface FileState {
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array
  readonly record: IndexedOutput | undefined
}

function planFile(path: string, { before, after, record }: FileState): PlannedFile {
  if (!before) return { path, operation: 'created', after }
  if (Buffer.compare(before, after) === 0) return { path, operation: 'unchanged', before, after }
  if (record && digest(before) === record.sha256) return { path, operation: 'updated', before, after }
  return { path, operation: 'kept', before, reason: record ? edited : foreign }
}
