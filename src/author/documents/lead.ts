import { limits } from '../../model/limits.ts'
import { splitFrontmatter } from '../../parse/pack/frontmatter.ts'
import { isObject } from '../../parse/read-fields.ts'
import { parsePlainYaml } from '../../parse/yaml/plain-yaml.ts'
import { parseYaml } from '../../parse/yaml/yaml.ts'
import { definitionLead } from './definition-lead.ts'
import { describedLead, type Lead } from './described-lead.ts'
import type { DocumentFormat } from './document-class.ts'
import { notebookLead } from './notebook-lead.ts'
import { isWholePage, pageLead } from './page-lead.ts'
import { proseLead } from './prose-lead.ts'

/** Title and first sentence of a document, as far as it has them. */
export function readLead(text: string, format: DocumentFormat): Lead {
  if (format === 'openapi' || format === 'json-schema') return definitionLead(text)
  // Of code and data, the name and what is declared in it; `structureLead` adds the latter.
  if (format === 'other') return {}
  if (format === 'jupyter') return notebookLead(text)
  if (format !== 'markdown' && format !== 'html') return proseLead(text, format)
  const { yaml, body } = frontmatterOf(text)
  const value = yaml === '' ? undefined : (parsePlainYaml(yaml) ?? parseYaml(yaml)).tree?.value
  if (format === 'html' && yaml === '' && !isWholePage(body)) return {}
  const own = format === 'html' ? pageLead(body) : proseLead(body, format)
  if (!isObject(value)) return own
  // Title and description of the author have precedence over the text.
  return { ...heroLead(value), ...own, ...describedLead(value['title'], value['description']) }
}

/** The start page of a site has its words in the frontmatter, and often no others. */
function heroLead({ hero, heroText, tagline }: Readonly<Record<string, unknown>>): Lead {
  return isObject(hero)
    ? describedLead(hero['name'], hero['text'] ?? hero['tagline'])
    : describedLead(heroText, tagline)
}

function frontmatterOf(text: string): { readonly yaml: string; readonly body: string } {
  const split = splitFrontmatter(text.slice(0, limits.frontmatterBytes))
  return split.found ? { yaml: split.yaml, body: text.slice(split.bodyStart) } : { yaml: '', body: text }
}
