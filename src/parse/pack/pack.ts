import type { Code } from '../../model/codes/codes.ts'
import type { Diagnostic, Finding } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { Pack, PackHead } from '../../model/documents/pack.ts'
import { packFields } from '../../model/tables/pack-fields.ts'
import { decodeSource, type SourceText } from '../decode.ts'
import { diagnose, type SourceDocument } from '../diagnose.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { parsePlainYaml } from '../yaml/plain-yaml.ts'
import { isObject, readFields } from '../read-fields.ts'
import { pointer, type Tree } from '../yaml/tree.ts'
import { parseYaml, type YamlProblem } from '../yaml/yaml.ts'

/** Everything the rules need of one KNOWLEDGE.md, whether or not it is usable. */
export interface PackReading {
  readonly source: SourceDocument
  readonly findings: readonly Finding[]
  readonly raw?: Record<string, unknown>
  readonly tree?: Tree
  readonly head?: PackHead
  readonly bodyStart: number
  /** Present when the four required fields can be used. */
  readonly pack?: Pack
}

export function parsePack(
  text: SourceText,
  options: { readonly file?: string } = {},
): { readonly pack?: Pack; readonly diagnostics: readonly Diagnostic[] } {
  const reading = readPack(text, options.file ?? 'KNOWLEDGE.md')
  const diagnostics = diagnose(reading.findings, reading.source)
  return reading.pack ? { pack: reading.pack, diagnostics } : { diagnostics }
}

export function readPack(input: SourceText, file: string): PackReading {
  const decoded = decodeSource(input, limits.contentBytes, { notUtf8: 'AK105', limit: 'AK106' })
  const text = decoded.text
  if (text === undefined) return { source: { file, text: '' }, findings: decoded.findings, bodyStart: 0 }
  const fail = (finding: Finding): PackReading => ({ source: { file, text }, findings: [finding], bodyStart: 0 })

  const split = splitFrontmatter(text)
  if (!split.found) {
    return split.problem === 'missing'
      ? fail({
          code: 'AK101',
          message: 'The file does not start with a frontmatter fence.',
          span: { start: 0, end: Math.min(3, text.length) },
        })
      : fail({ code: 'AK102', message: 'The frontmatter opens with --- but never closes.', span: { start: 0, end: 3 } })
  }
  if (split.yaml.length > limits.frontmatterBytes) {
    return fail({
      code: 'AK106',
      message: `The frontmatter is longer than ${limits.frontmatterBytes} characters.`,
      span: { start: 0, end: 3 },
    })
  }
  return readFrontmatter({ file, text, offset: split.yamlStart }, split.yaml, split.bodyStart)
}

/** A type that is not in the standard is used where the user allows it (AK-037). */
export function allowType(reading: PackReading, types: readonly string[]): PackReading {
  const { raw, head, bodyStart } = reading
  const type = raw?.['type']
  if (reading.pack || !raw || !head || typeof type !== 'string' || !types.includes(type)) return reading
  const pack = usablePack(raw, head, bodyStart, type)
  return pack ? { ...reading, pack } : reading
}

function readFrontmatter(place: SourceDocument, yaml: string, bodyStart: number): PackReading {
  const { tree, problems } = parsePlainYaml(yaml) ?? parseYaml(yaml)
  if (!tree) return { source: place, findings: problems.map(yamlFinding), bodyStart }
  const source: SourceDocument = { file: place.file, text: place.text, offset: place.offset ?? 0, locate: tree.locate }
  const { value: raw, numbers } = tree
  if (!isObject(raw))
    return {
      source,
      findings: [
        { code: 'AK110', message: 'The frontmatter is not a mapping of fields.', span: { start: 0, end: yaml.length } },
      ],
      bodyStart,
    }
  const unsafe = prototypeKeyIn(raw)
  if (unsafe)
    return {
      source,
      findings: [
        {
          code: 'AK109',
          message: 'The frontmatter has the key "__proto__".',
          pointer: pointer(...unsafe),
          atKey: true,
        },
      ],
      bodyStart,
    }
  const head = readFields(packFields, raw, numbers)
  const pack = usablePack(raw, head, bodyStart)
  return pack
    ? { source, findings: [], raw, tree, head, bodyStart, pack }
    : { source, findings: [], raw, tree, head, bodyStart }
}

/** The path of a key that could change the prototype of a copy (AK-059). */
function prototypeKeyIn(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, '__proto__')) return ['__proto__']
  for (const key of Object.keys(value)) {
    const below = prototypeKeyIn((value as Record<string, unknown>)[key])
    if (below) return [Array.isArray(value) ? Number(key) : key, ...below]
  }
  return undefined
}

const yamlCodes: Record<YamlProblem['kind'], Code> = {
  invalid: 'AK103',
  duplicate: 'AK104',
  unsafe: 'AK109',
  limit: 'AK106',
}

const yamlFinding = ({ kind, ...problem }: YamlProblem): Finding => ({ code: yamlCodes[kind], ...problem })

/** Unknown words are already absent; an absent field has the strict default (AK-045, AK-047, AK-048). */
export function usablePack(
  raw: Record<string, unknown>,
  head: PackHead,
  bodyStart: number,
  type: string | undefined = head.type,
): Pack | undefined {
  const { name, description, status } = head
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
    grounding:
      head.grounding ?? (raw['grounding'] === undefined || raw['grounding'] === null ? undefined : 'recommended'),
    trust: head.trust ?? 'unreviewed',
    head,
    bodyStart,
  }
}
