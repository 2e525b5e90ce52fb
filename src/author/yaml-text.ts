/** A value of a drafted file. Absent values are not written. */
export type YamlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue }

/** Writes plain YAML that reads back as the same value: block style, lists of short words in brackets. */
export function yamlText(value: { readonly [key: string]: YamlValue }): string {
  return mappingLines(value, '').join('\n') + '\n'
}

function mappingLines(value: { readonly [key: string]: YamlValue }, indent: string): readonly string[] {
  return Object.entries(value).flatMap(([key, item]) =>
    isAbsent(item) ? [] : entryLines(`${indent}${key}:`, item, indent),
  )
}

/** A mapping of absent values would be written as null. */
function isAbsent(value: YamlValue): value is undefined {
  return value === undefined || (typeof value === 'object' && !isList(value) && Object.values(value).every(isAbsent))
}

function entryLines(head: string, value: Exclude<YamlValue, undefined>, indent: string): readonly string[] {
  if (isList(value))
    return isWordList(value) ? [`${head} [${value.join(', ')}]`] : [head, ...listLines(value, `${indent}  `)]
  return typeof value === 'object' ? [head, ...mappingLines(value, `${indent}  `)] : [`${head} ${scalarText(value)}`]
}

function listLines(items: readonly YamlValue[], indent: string): readonly string[] {
  return items.flatMap((item) => {
    if (item === undefined || isList(item)) return []
    if (typeof item !== 'object') return [`${indent}- ${scalarText(item)}`]
    const [first = '', ...rest] = mappingLines(item, `${indent}  `)
    return [`${indent}- ${first.trimStart()}`, ...rest]
  })
}

const isList = (value: YamlValue): value is readonly YamlValue[] => Array.isArray(value)

const isWordList = (items: readonly YamlValue[]): items is readonly string[] =>
  items.every((item) => typeof item === 'string' && /^[a-z][a-z-]*$/.test(item) && isPlain(item))

function scalarText(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  return isPlain(value) ? value : quoted(value)
}

/** Unquoted only if every YAML version reads it as this text. */
function isPlain(text: string): boolean {
  return (
    /^[A-Za-z][\w ./-]*$/.test(text) &&
    !/[ ]$|\s\s/.test(text) &&
    !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
  )
}

/** A JSON string is a YAML string once the characters YAML calls unprintable are escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
