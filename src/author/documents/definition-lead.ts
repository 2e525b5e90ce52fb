import { isObject } from '../../parse/read-fields.ts'
import { parseYaml } from '../../parse/yaml/yaml.ts'
import { describedLead, type Lead } from './described-lead.ts'

/** OpenAPI and AsyncAPI have title and description under `info`, JSON Schema at the root. JSON is parsed as YAML. */
export function definitionLead(text: string): Lead {
  const value = parseYaml(text).tree?.value
  if (!isObject(value)) return {}
  const info = isObject(value['info']) ? value['info'] : value
  return describedLead(info['title'], info['description'] ?? info['summary'])
}
