/** A value of a drafted file. Absent values are not written. */
export type YamlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue }

/** Writes plain YAML that reads back as the same value: block style, lists of short words in brackets. */
export function yamlText(value: { readonly [key: string]: YamlValue }): string {
  const lines: string[] = []
  addMapping(lines, value, '', '')
  return `${lines.join('\n')}\n`
}

/** A mapping as an item of a list, without the lists around it: a long list is written item by item. */
export function yamlItem(value: { readonly [key: string]: YamlValue }, indent: string): string {
  const lines: string[] = []
  addMapping(lines, value, `${indent}  `, `${indent}- `)
  return `${lines.join('\n')}\n`
}

/** `start` replaces the indentation of the first line, as `- ` does. */
function addMapping(
  lines: string[],
  value: { readonly [key: string]: YamlValue },
  indent: string,
  start: string,
): void {
  let before = start
  for (const [key, item] of Object.entries(value)) {
    if (isAbsent(item)) continue
    addEntry(lines, `${before}${scalarText(key)}:`, item, indent)
    before = indent
  }
}

/** A mapping of absent values would be written as null. */
function isAbsent(value: YamlValue): value is null | undefined {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'object' && !isList(value) && Object.values(value).every(isAbsent))
  )
}

function addEntry(lines: string[], head: string, value: Exclude<YamlValue, null | undefined>, indent: string): void {
  if (typeof value !== 'object') lines.push(`${head} ${scalarText(value)}`)
  else if (isList(value) && isWordList(value)) lines.push(`${head} [${value.join(', ')}]`)
  else {
    lines.push(head)
    if (isList(value)) addItems(lines, value, `${indent}  `)
    else addMapping(lines, value, `${indent}  `, `${indent}  `)
  }
}

function addItems(lines: string[], items: readonly YamlValue[], indent: string): void {
  for (const item of items) {
    if (isAbsent(item)) continue
    if (isList(item)) lines.push(`${indent}- ${printable(JSON.stringify(item))}`)
    else if (typeof item === 'object') addMapping(lines, item, `${indent}  `, `${indent}- `)
    else lines.push(`${indent}- ${scalarText(item)}`)
  }
}

const isList = (value: YamlValue): value is readonly YamlValue[] => Array.isArray(value)

const isWordList = (items: readonly YamlValue[]): items is readonly string[] =>
  items.every((item) => typeof item === 'string' && /^[a-z][a-z-]*$/.test(item) && isPlain(item))

function scalarText(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  return isPlain(value) ? value : quoted(value)
}

const reserved = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** Unquoted only if every YAML version reads it as this text. */
function isPlain(text: string): boolean {
  return /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !(text.length <= 5 && reserved.test(text))
}

const quoted = (text: string): string => printable(JSON.stringify(text))

/** JSON is YAML once the characters that YAML calls unprintable are escaped too. */
function printable(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
