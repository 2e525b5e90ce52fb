import type { Report } from '../../../../model/codes/diagnostic.ts'
import type { AnchorReference } from '../../../../text/facts/anchors.ts'
import { inProse } from '../../../../text/markdown/paragraphs.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { findSourceMarks } from '../../../../text/facts/source-marks.ts'
import { resolveIn } from '../../../pack-facts/anchor-targets.ts'
import type { Folder } from '../../../folder.ts'
import { findTarget } from '../../../pack-facts/pack-target.ts'
import type { PackRule } from '../../../rule.ts'
import { isMarkdown, reportInText, textFiles } from '../../../pack-facts/text-files.ts'

/** Anchors in the text of the guide and the fact layers (AK-250, AK-251); those of the source map are AK408. */
export const inlineAnchorUnresolved: PackRule = {
  codes: ['AK414'],
  needs: 'files',
  check({ text }, report, folder) {
    checkText(text, undefined, report, folder)
    for (const path of textFiles(folder)) {
      if (isMarkdown(path) && /^(?:compiled|documents|wiki)\//.test(path))
        checkText(folder.content(path) ?? '', path, report, folder)
    }
  },
}

function checkText(text: string, file: string | undefined, report: Report, folder: Folder): void {
  const findings = inProse(text, findSourceMarks(text)).flatMap(({ span, references, broken }) => {
    const messages = references.flatMap((reference) => problemOf(reference, file, folder) ?? [])
    if (broken) messages.unshift('A source mark does not have the form [source: path#anchor].')
    return messages.map((message) => ({ code: 'AK414' as const, span, message }))
  })
  reportInText(text, file, findings, report)
}

function problemOf(reference: AnchorReference, file: string | undefined, folder: Folder): string | undefined {
  const target = findTarget(folder, reference.path, file)
  if (target.kind === 'missing') return `The source ${showValue(reference.text)} does not exist.`
  if (target.kind === 'outside') return `The source ${showValue(reference.text)} leaves the pack.`
  if (target.kind !== 'file' || !reference.anchor || resolveIn(folder, target.path, reference.anchor).kind !== 'absent')
    return undefined
  return `The anchor of the source ${showValue(reference.text)} is not in "${target.path}".`
}
