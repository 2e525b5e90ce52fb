import { codeTable } from './code-table.ts'

/** Run records, source maps, evaluation suites, and our own config. */
export const runCodes = codeTable({
  RUN101: { name: 'json-invalid', severity: 'error', rejects: true, title: 'The file is not valid JSON', help: 'Fix the JSON at the position shown.', spec: 'AK run records' },
  RUN102: { name: 'not-an-object', severity: 'error', rejects: true, title: 'The record is not a JSON object', help: 'A record is one JSON object.', spec: 'AK run records' },
  RUN103: { name: 'kind-unknown', severity: 'error', rejects: true, title: 'The kind of record is unknown', help: 'Pass the kind with --schema context-resolution, compile-run, source-map or selection-eval.', spec: 'AK run records' },
  RUN104: { name: 'not-utf8', severity: 'error', rejects: true, title: 'The file is not UTF-8', help: 'Save the file as UTF-8.', spec: 'AK run records' },
  RUN105: { name: 'limit-exceeded', severity: 'error', rejects: true, title: 'The file is larger or deeper than the limit', help: 'Split the file.', spec: 'AK run records' },
  RUN106: { name: 'unreadable', severity: 'error', rejects: true, title: 'The file cannot be read', help: 'Check that it is a regular file with read permission.', spec: 'AK run records' },
  RUN107: { name: 'report-not-judged', severity: 'info', title: 'The file is a report, not a record', help: 'Nothing to do; reports have no schema. Pass a kind with --schema to validate it anyway.', spec: 'AK run records' },
  RUN108: { name: 'questions-invalid', severity: 'error', rejects: true, title: 'The file of saved questions is invalid', help: 'Fix it at the position shown; "lorefence schema questions" lists what is allowed.' },
  RUN109: { name: 'questions-field-unknown', severity: 'info', title: 'A saved question has an unknown field', help: 'Check the spelling; unknown fields are ignored.' },
  RUN201: { name: 'field-missing', severity: 'error', title: 'A required field is missing', help: 'Add the field.', spec: 'AK run records' },
  RUN301: { name: 'field-type', severity: 'error', title: 'A field has the wrong type', help: 'Write a value of the expected type.', spec: 'AK run records' },
  RUN302: { name: 'value-unknown', severity: 'error', title: 'A value is not one of the allowed values', help: 'Use one of the allowed values.', spec: 'AK run records' },
  RUN303: { name: 'field-unknown', severity: 'error', title: 'A field is not part of the record', help: 'Remove the field; records are closed.', spec: 'AK run records' },
  RUN304: { name: 'value-empty', severity: 'error', title: 'A value that must not be empty is empty', help: 'Add a value.', spec: 'AK run records' },
  RUN305: { name: 'older-suite-form', severity: 'info', title: 'A discovery suite has the older form with queries', help: 'Nothing to do; it is read as cases.', spec: 'AK description and discovery' },

  RUN601: { name: 'config-invalid', severity: 'error', title: 'The config is invalid', help: 'Fix it at the position shown; "lorefence schema config" lists what is allowed.' },
  RUN602: { name: 'config-ignored', severity: 'warning', title: 'A config in a workspace sets what only the user may set', help: 'Move it to your own config; a workspace may only set budget, max_clearance, require_unit_hashes, require_signatures, ignore and disabled.' },
  RUN603: { name: 'config-field-unknown', severity: 'info', title: 'The config has an unknown field', help: 'Check the spelling; unknown fields are ignored.' },
  RUN604: { name: 'records-in-memory', severity: 'warning', title: 'Receipts are kept in memory and lost when the process ends', help: 'Set "records: files" where the state folder is writable.' },
  RUN605: { name: 'hidden-characters', severity: 'warning', title: 'A text contains invisible characters', help: 'Remove them at their source; in the fence they are shown as \\u{…}; unfence restores them.' },
  RUN606: { name: 'bidi-control', severity: 'warning', title: 'A text contains characters that reorder what is shown', help: 'Remove them at their source; in the fence they are shown as \\u{…}; unfence restores them.' },
  RUN607: { name: 'fence-imitation', severity: 'warning', title: 'A text imitates the fence', help: 'Ask its author why; the fence escapes it, and unfence restores it.' },

  RUN701: { name: 'url-not-https', severity: 'error', title: 'The URL to fetch is not a plain absolute HTTPS URL', help: 'Use an absolute https:// URL without spaces, control characters and backslashes.', spec: 'KCP §14.3' },
  RUN702: { name: 'url-with-credentials', severity: 'error', title: 'The URL to fetch contains credentials', help: 'Remove the user name and the password; they would be logged and sent on.', spec: 'KCP §14.3' },
  RUN703: { name: 'address-not-public', severity: 'error', title: 'The host to fetch from is not, or not only, at public addresses', help: 'Use a public host. A host of an intranet can be allowed with its exact port by "fetch: {allow: [host:port]}" in your own config; a metadata service or link-local address never.', spec: 'KCP §14.3' },
  RUN704: { name: 'too-many-redirects', severity: 'error', title: 'A fetch is redirected too often', help: 'Use the URL at which the redirects end.', spec: 'KCP §14.3' },
  RUN705: { name: 'response-too-large', severity: 'error', title: 'A response is larger than the limit', help: 'Ask for a smaller document; "lorefence fetch --max-bytes" raises the limit for one file.', spec: 'KCP §3.6' },
  RUN706: { name: 'headers-too-large', severity: 'error', title: 'The headers of a response are larger than the limit', help: 'Ask the publisher to send fewer headers.', spec: 'KCP §14.3' },
  RUN707: { name: 'encoding-refused', severity: 'error', title: 'A response cannot be decompressed as its headers state', help: 'Ask the publisher to send it plain, or compressed once with gzip or br.', spec: 'KCP §14.3' },
  RUN720: { name: 'fetch-failed', severity: 'error', title: 'A fetch failed in the network', help: 'Check the name, the connection and the certificate of the host, then try again.', spec: 'KCP §3.6' },
  RUN721: { name: 'fetch-timeout', severity: 'error', title: 'A fetch took longer than the limit', help: 'Try again later, or fetch from a faster host.', spec: 'KCP §3.6' },
  RUN722: { name: 'http-status', severity: 'error', title: 'The server did not return the document', help: 'Check the URL, and whether it needs a credential.', spec: 'KCP §3.6' },
})
