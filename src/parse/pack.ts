import type { Code } from '../model/codes.ts'
import type { Diagnostic, Finding } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Pack, PackHead } from '../model/pack.ts'
import { packFields } from '../model/tables/pack-fields.ts'
import { decodeSource, type SourceText } from './decode.ts'
import { diagnose, type Source } from './diagnose.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { isObject, readFields } from './read-fields.ts'
import type { Tree } from './tree.ts'
import { parseYaml, type YamlProblem } from './yaml.ts'

/** Everything the rules need of one KNOWLEDGE.md, whether or not it is usable. */
export interface PackReading {
  readonly source: Source
  readonly findings: readonly Finding[]
  readonly raw?: Record<string, unknown>
  readonly tree?: Tree
  readonly head?: PackHead
  readonly bodyStart: number
  /** Present when the four required fields can be used. */
  readonly pack?: Pack
}

export function parsePack(text: SourceText, options: { readonly file?: string } = {}): { readonly pack?: Pack; readonly diagnostics: readonly Diagnostic[] } {
  const reading = readPack(text, options.file ?? 'KNOWLEDGE.md')
  const diagnostics = diagnose(reading.findings, reading.source)
  return reading.pack ? { pack: reading.pack, diagnostics } : { diagnostics }
}

export function readPack(input: SourceText, file: string): PackReading {
  const decoded = decodeSource(input, limits.contentBytes, { notUtf8: 'AK105', limit: 'AK106' })
  const text = decoded.text
  if (text === undefined) return { source: { file, text: '' }, findings: decoded.findings, bodyStart: 0 }
  const fail = (finding: Finding): PackReading => ({ source: { file, text }, findings: [...decoded.findings, finding], bodyStart: 0 })

  const split = splitFrontmatter(text)
  if (!split.found) {
    return split.problem === 'missing'
      ? fail({ code: 'AK101', message: 'The file does not start with a frontmatter fence.', span: { start: 0, end: Math.min(3, text.length) } })
      : fail({ code: 'AK102', message: 'The frontmatter opens with --- but never closes.', span: { start: 0, end: 3 } })
  }
  if (split.yaml.length > limits.frontmatterBytes) {
    return fail({ code: 'AK106', message: `The frontmatter is longer than ${limits.frontmatterBytes} characters.`, span: { start: 0, end: 3 } })
  }
  const { tree, problems } = parseYaml(split.yaml)
  const source: Source = { file, text, offset: split.yamlStart, ...(tree ? { locate: tree.locate } : {}) }
  if (!tree) return { source, findings: problems.map(yamlFinding), bodyStart: split.bodyStart }
  if (!isObject(tree.value)) {
    return { source, findings: [{ code: 'AK110', message: 'The frontmatter is not a mapping of fields.', span: { start: 0, end: split.yaml.length } }], bodyStart: split.bodyStart }
  }
  const head = readFields(packFields, tree.value, tree.numbers)
  const pack = usablePack(head, split.bodyStart)
  return { source, findings: decoded.findings, raw: tree.value, tree, head, bodyStart: split.bodyStart, ...(pack ? { pack } : {}) }
}

const yamlCodes: Record<YamlProblem['kind'], Code> = { invalid: 'AK103', duplicate: 'AK104', unsafe: 'AK109', limit: 'AK106' }

const yamlFinding = (problem: YamlProblem): Finding => ({ code: yamlCodes[problem.kind], message: problem.message, span: problem.span })

/** Unknown words have already become absent; what is absent takes the strict default (AK-045, AK-047, AK-048). */
function usablePack(head: PackHead, bodyStart: number): Pack | undefined {
  const { name, description, type, status } = head
  if (!name?.trim() || !description?.trim() || type === undefined || status === undefined) return undefined
  return {
    kind: 'pack',
    name,
    description,
    type,
    status,
    profile: head.profile ?? 'wiki-first',
    profileSource: head.profile ? 'declared' : 'default',
    mode: head.runtime?.mode ?? 'data',
    grounding: head.grounding,
    trust: head.trust ?? 'unreviewed',
    head,
    bodyStart,
  }
}
