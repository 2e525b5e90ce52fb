import type { Code } from '../../model/codes/codes.ts'
import type { Report } from '../../model/codes/diagnostic.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { suggester } from '../../text/messages/suggest.ts'
import type { DeclaredMapping } from './declared.ts'

/** A value that should be a known id, its position, and the start of the message about it. */
export interface Reference {
  readonly id: unknown
  readonly path: DeclaredMapping['path']
  /** The message before the id: `The unit "setup" depends on`. */
  subject(): string
}

/** Reports references to unknown ids. Other rules report values that are not text. */
export function danglingReporter(
  code: Code,
  ids: { has(id: string): boolean; keys(): Iterable<string> },
  report: Report,
): (reference: Reference) => void {
  let suggest: ReturnType<typeof suggester> | undefined
  return ({ id, path, subject }) => {
    if (typeof id !== 'string' || ids.has(id)) return
    suggest ??= suggester(ids.keys())
    const near = suggest(id)
    report({
      code,
      message: `${subject()} ${showValue(id)}, which is not declared.`,
      pointer: pointer(...path),
      ...(near === undefined ? {} : { help: `Did you mean "${near}"?` }),
    })
  }
}
