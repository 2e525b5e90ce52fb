import type { PackHead } from '../../model/pack.ts'
import type { Folder } from '../folder.ts'
import { newestCompileRun } from '../pack-facts/newest-compile-run.ts'

interface Producer {
  readonly name?: string
  readonly version?: string
  readonly digest?: string
}

/** Producer of a pack, as declared and by its newest compile run (AK-297). Recorded, never run. */
export interface InspectedProvenance {
  readonly declared?: Producer & { readonly kind?: string }
  readonly compiled?: Producer & { readonly run: string; readonly source?: string }
  /** Fields that both declare with different values; absent when there is nothing to compare. */
  readonly differs?: readonly (keyof Producer)[]
}

export function inspectProvenance(head: PackHead, folder: Folder): InspectedProvenance {
  const producedBy = head.metadata?.producedBy
  const run = newestCompileRun(folder)
  const builder = run?.record.builderSkill
  const declared = producedBy && {
    ...producerOf(producedBy),
    ...(producedBy.kind === undefined ? {} : { kind: producedBy.kind }),
  }
  const compiled = run &&
    builder && {
      ...producerOf(builder),
      ...(builder.source === undefined ? {} : { source: builder.source }),
      run: run.path,
    }
  return {
    ...(declared ? { declared } : {}),
    ...(compiled ? { compiled } : {}),
    ...(declared && compiled ? { differs: differences(declared, compiled) } : {}),
  }
}

function producerOf({
  name,
  version,
  digest,
}: {
  readonly name?: string
  readonly version?: string
  readonly digest?: string
}): Producer {
  return {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    ...(digest === undefined ? {} : { digest }),
  }
}

function differences(a: Producer, b: Producer): readonly (keyof Producer)[] {
  return (['name', 'version', 'digest'] as const).filter(
    (key) => a[key] !== undefined && b[key] !== undefined && a[key]?.toLowerCase() !== b[key]?.toLowerCase(),
  )
}
