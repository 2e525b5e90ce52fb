import { codeRows } from '../model/codes/codes.ts'
import type { Diagnostic, Finding } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { diagnose, type DiagnoseOptions } from '../parse/diagnose.ts'
import type { PackReading } from '../parse/pack/pack.ts'
import type { Folder } from './folder.ts'
import type { PackRule } from './rule.ts'

export interface RuleOptions extends DiagnoseOptions {
  /** Rules that need files run only with it. */
  readonly folder?: Folder
  /** Name of the folder that holds a pack, where it is known. */
  readonly folderName?: string
  /** The current time, for rules about expiry. */
  readonly now?: Date
}

/** Runs rules on a pack that has been read, and locates their findings. */
export function checkPack(
  reading: PackReading,
  rules: readonly PackRule[],
  options: RuleOptions,
): readonly Diagnostic[] {
  const { raw, head, pack, source, bodyStart } = reading
  const findings: Finding[] = [...reading.findings]
  if (raw && head)
    runRules(
      rules,
      { raw, head, pack, text: source.text, bodyStart, folderName: options.folderName },
      findings,
      options.folder,
    )
  return diagnose(findings, source, options)
}

type AnyRule<S> = {
  readonly needs: 'head' | 'body' | 'files' | 'files-if-given'
  check(subject: S, report: (finding: Finding) => void, folder: Folder): void
}

export function runRules<S>(
  rules: readonly AnyRule<S>[],
  subject: S,
  findings: Finding[],
  folder: Folder | undefined,
): void {
  const kept = { error: 0, warning: 0, info: 0 }
  const report = (finding: Finding): void => {
    // A hostile document may have a million findings; keep no more of each severity than `diagnose` can list.
    if (kept[finding.severity ?? codeRows[finding.code].severity]++ <= limits.findings) findings.push(finding)
  }
  for (const rule of rules) {
    if (folder || rule.needs !== 'files') rule.check(subject, report, folder as Folder)
  }
}
