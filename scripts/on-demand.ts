import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { parseSync } from 'rolldown/utils'

/** Folder of our own modules, with a trailing `/`. */
export const source = `${resolve('src').replaceAll('\\', '/')}/`

export const isOurs = (id = ''): boolean => id.startsWith(source) && id.endsWith('.ts')

/** Node has already loaded these before a program starts; any other takes up to 4 ms. */
const loadedAnyway = /^node:(?:buffer|fs|os|path|url)$/

const folder = `${source}on-demand/`

/**
 * Our imports from Node's own modules become `require` calls: an ES import reads every export, and some of them load
 * half of Node, such as the streams of `node:fs`. If Node has not loaded the module yet, an imported function becomes
 * one that loads it when called: a command does not load `node:https` because something in the same output file may
 * need it. The build fails for imports of anything else; exports that some versions of Node lack are read from the
 * default export.
 */
export const builtinsOnDemand: Plugin = {
  name: 'builtins-on-demand',
  resolveId: {
    filter: { id: /^node:/ },
    handler: (id, importer) => (id === 'node:module' || !isOurs(importer) ? null : `${folder}${id}`),
  },
  load: {
    filter: { id: /\/src\/on-demand\// },
    handler: (id) => {
      const builtin = id.slice(folder.length)
      return `
        import { createRequire } from 'node:module'
        ${loadedAnyway.test(builtin) ? takenFrom(builtin) : calledIn(builtin)}
      `
    },
  },
}

function takenFrom(builtin: string): string {
  const names = Object.entries(Object.getOwnPropertyDescriptors(exportsOf(builtin)))
  const taken = names.flatMap(([name, { get }]) =>
    get ? [] : [`export const ${name} = /* @__PURE__ */ taken('${name}')`],
  )
  return `
    const builtin = /* @__PURE__ */ createRequire(import.meta.url)('${builtin}')
    const taken = (name) => builtin[name]
    export default builtin
    ${taken.join('\n')}
  `
}

function calledIn(builtin: string): string {
  const names = Object.entries(exportsOf(builtin)).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  )
  const calling = names.map((name) =>
    /^[A-Z]/.test(name)
      ? `export function ${name}(...given) { return new (builtin().${name})(...given) }`
      : `export const ${name} = (...given) => builtin().${name}(...given)`,
  )
  return `
    let loaded
    const builtin = () => (loaded ??= createRequire(import.meta.url)('${builtin}'))
    export default /* @__PURE__ */ new Proxy({}, { get: (_, name) => builtin()[name] })
    ${calling.join('\n')}
  `
}

const exportsOf = (builtin: string): Readonly<Record<string, unknown>> =>
  createRequire(import.meta.url)(builtin) as Readonly<Record<string, unknown>>

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
type RegexNode = Node & { readonly regex: { readonly pattern: string; readonly flags: string } }

/** A pattern with Unicode classes takes up to a millisecond to parse, and V8 parses a literal wherever it occurs. */
const isSlow = (node: Node): node is RegexNode =>
  node.type === 'Literal' && 'regex' in node && /\\p\{/i.test((node as RegexNode).regex.pattern)

/** These methods start at the beginning of the text, whatever the pattern was used for before. */
const fromTheStart = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'split'])

/**
 * Such a pattern inside a function is created when the function first needs it, and cached if its uses cannot affect
 * each other.
 */
export const patternsOnDemand: Plugin = {
  name: 'patterns-on-demand',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /\\p\{/i },
    handler(code, id) {
      if (!isOurs(id)) return null
      const made: string[] = []
      let [text, at] = ['', 0]
      for (const { node, inFunction, method } of slowPatterns(parseSync(id, code).program)) {
        const { pattern, flags } = node.regex
        const making = `new RegExp(${JSON.stringify(pattern)}, '${flags}')`
        const isKept = inFunction && (!/[gy]/.test(flags) || fromTheStart.has(method))
        if (isKept) made.push(`pattern$${made.length}`)
        text += code.slice(at, node.start) + (isKept ? `(${made.at(-1)} ??= ${making})` : making)
        at = node.end
      }
      return made.length + at === 0
        ? null
        : `${text}${code.slice(at)}\n${made.map((name) => `var ${name}: RegExp | undefined`).join('\n')}\n`
    },
  },
}

interface Found {
  readonly node: RegexNode
  readonly inFunction: boolean
  /** The method whose argument it is. */
  readonly method: string
}

/** In source order. */
function slowPatterns(program: unknown): readonly Found[] {
  const found: Found[] = []
  const visit = (value: unknown, inFunction: boolean, method: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, inFunction, method)
    if (!isNode(value)) return
    if (isSlow(value)) found.push({ node: value, inFunction, method })
    const within = inFunction || /Function/.test(value.type)
    for (const [key, child] of Object.entries(value))
      visit(child, within, key === 'arguments' ? calledMethod(value) : '')
  }
  visit(program, false, '')
  return found.sort((a, b) => a.node.start - b.node.start)
}

const isNode = (value: unknown): value is Node & object =>
  typeof value === 'object' && value !== null && 'type' in value

function calledMethod(call: object): string {
  const { callee } = call as { readonly callee?: { readonly property?: { readonly name?: string } } }
  return callee?.property?.name ?? ''
}
