import { codeRows, type Code } from '../../../../model/codes/codes.ts'
import type { Diagnostic, Place, Range, Severity } from '../../../../model/codes/diagnostic.ts'
import { version } from '../../../../version.ts'
import { jsonText } from '../terminal/json.ts'
import { docsPage } from '../terminal/words.ts'
import { fingerprintOf } from './known-findings.ts'
import type { ValidationReport } from './report.ts'

const levels: Record<Severity, 'error' | 'warning' | 'note'> = { error: 'error', warning: 'warning', info: 'note' }

/** SARIF 2.1.0, for code scanning and editors. Columns count UTF-16 units, as ours do. */
export function sarifReport(report: ValidationReport): string {
  const shown = report.documents.flatMap((document) => document.shown)
  const codes = [...new Set([...shown, ...report.notes].map(({ code }) => code))].sort()
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'lorefence', version, semanticVersion: version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The folder in which lorefence was started.' } } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: report.notes.map(notificationOf) }],
        results: results(shown, codes),
      },
    ],
  })
}

/** The page is named in the help and not as `helpUri`, which SARIF wants to be absolute. */
function ruleOf(code: Code): object {
  const { name, title, help, severity, spec } = codeRows[code]
  return {
    id: code,
    name,
    shortDescription: { text: `${title}.` },
    help: { text: `${help} See ${docsPage(code)}.`, markdown: `${help} See [${code}](${docsPage(code)}).` },
    defaultConfiguration: { level: levels[severity] },
    properties: { page: docsPage(code), ...(spec ? { spec } : {}) },
  }
}

/** Equal findings are numbered. */
function results(shown: readonly Diagnostic[], codes: readonly Code[]): readonly object[] {
  const seen = new Map<string, number>()
  return shown.map((diagnostic) => {
    const fingerprint = fingerprintOf(diagnostic)
    const count = seen.get(fingerprint) ?? 0
    seen.set(fingerprint, count + 1)
    return {
      ...resultOf(diagnostic, codes.indexOf(diagnostic.code)),
      partialFingerprints: { 'lorefence/v1': `${fingerprint}:${count}` },
    }
  })
}

function resultOf(diagnostic: Diagnostic, ruleIndex: number): object {
  const { code, severity, message, where, help, related, fix } = diagnostic
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: plainText(help === undefined ? message : `${message} ${help}`) },
    locations: [
      {
        ...locationOf(where),
        ...(where.pointer === '' ? {} : { logicalLocations: [{ fullyQualifiedName: where.pointer }] }),
      },
    ],
    ...(related
      ? {
          relatedLocations: related.map((entry, id) => ({
            id: id + 1,
            ...locationOf(entry.where),
            message: { text: plainText(entry.message) },
          })),
        }
      : {}),
    ...(fix
      ? { fixes: [{ description: { text: plainText(fix.title) }, artifactChanges: [changeOf(where.file, fix.edits)] }] }
      : {}),
  }
}

function notificationOf({ code, message, where }: Diagnostic): object {
  return {
    descriptor: { id: code },
    level: 'note',
    message: { text: plainText(message) },
    locations: [locationOf(where)],
  }
}

function locationOf({ file, range }: Place): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
      ...(range ? { region: regionOf(range) } : {}),
    },
  }
}

function changeOf(file: string, edits: readonly { readonly range: Range; readonly text: string }[]): object {
  return {
    artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
    replacements: edits.map(({ range, text }) => ({ deletedRegion: regionOf(range), insertedContent: { text } })),
  }
}

function regionOf({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column }
}

const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** `[text](target)` would be shown as a link, and the text may come from a hostile document. */
function plainText(text: string): string {
  return text.includes('](') ? text.replace(/[[\]\\]/g, '\\$&') : text
}
