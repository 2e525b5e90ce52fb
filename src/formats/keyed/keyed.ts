import { readJsonTree } from './json-tree.ts'
import { addKeyTree, type KeyNode } from './key-tree.ts'
import { apiRules, isApiDescription } from './openapi.ts'
import { Outline } from '../units/outline.ts'
import type { Structure } from '../structure.ts'
import { readYamlTree } from './yaml-tree.ts'

export function readJson(text: string, from: number): Structure {
  const outline = new Outline(text, from, { escapes: true })
  return readTree(text, readJsonTree(text, from), outline)
}

export function readYaml(text: string, from: number): Structure {
  return readTree(text, readYamlTree(text, from), new Outline(text, from))
}

/** OpenAPI and JSON Schema may be JSON or YAML. */
export function readOpenApi(text: string, from: number): Structure {
  const first = /[^\s\ufeff]/.exec(text.slice(from, from + 2_000))?.[0]
  return first === '{' || first === '[' ? readJson(text, from) : readYaml(text, from)
}

function readTree(text: string, root: KeyNode, outline: Outline): Structure {
  const isApi = isApiDescription(text, root)
  const [only] = root.children
  const top = root.children.length === 1 && only && only.key === '' && only.children.length > 0 ? only : root
  addKeyTree(text, top, outline, isApi ? apiRules(text) : undefined)
  return outline.finish()
}
