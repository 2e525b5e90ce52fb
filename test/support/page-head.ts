import type { CodeRow } from '../../src/model/codes/code-table.ts'

/** The generated head of a diagnostics page. */
export function pageHead(code: string, entry: CodeRow): string {
  const severity = entry.strict
    ? `${entry.severity} (error with \`--strict\`)`
    : entry.lint
      ? `${entry.severity} (only with \`--lint\`)`
      : entry.severity
  return [
    `# ${code} ${entry.name}`,
    '',
    `${entry.title}.`,
    '',
    `- **Severity:** ${severity}${entry.rejects ? '; the document cannot be used' : ''}`,
    `- **Source:** ${entry.spec ?? 'our advice'}`,
    `- **Remedy:** ${entry.help}`,
    '',
    '',
  ].join('\n')
}
