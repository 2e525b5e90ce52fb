import { nameOf, nodeIn, nodesIn, targetOf, walk, type Found, type Module, type Node } from './syntax.ts'

export interface Brand {
  /** The file that declares the branded types. */
  readonly home: string
  readonly types: RegExp
  /** The only module that may create such a value. */
  readonly maker: string
}

/** Types that contain a brand are followed through aliases, interfaces, signatures and imports. */
export class BrandLaw {
  readonly #modules: ReadonlyMap<string, Module>
  readonly #brand: Brand
  readonly #known = new Map<string, boolean>()

  constructor(modules: readonly Module[], brand: Brand) {
    this.#modules = new Map(modules.map((module) => [module.path, module]))
    this.#brand = brand
  }

  /** Everything outside its maker that creates a branded value, or could hide that it does. */
  offences(module: Module): readonly string[] {
    if (module.path === this.#brand.maker) return []
    const silenced = /@ts-(?:ignore|expect-error|nocheck)/.exec(module.text)
    return [...(silenced ? [silenced[0]] : []), ...module.found.flatMap((found) => this.#offence(found, module))]
  }

  #offence({ node, parent }: Found, module: Module): readonly string[] {
    const type = nodeIn(node, 'typeAnnotation')
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSTypeAssertion':
        if (type?.type === 'TSAnyKeyword' || type?.type === 'TSNeverKeyword') return ['a cast to any or never']
        if (type && !module.path.startsWith('io/') && isTypeParameter(type, module))
          return ['a cast to a type parameter']
        return type && this.#holds(type, module) ? ['a cast'] : []
      case 'TSTypePredicate':
        return type && this.#holds(type, module) ? ['a type predicate'] : []
      case 'CallExpression':
        if (nodesIn(nodeIn(node, 'typeArguments') ?? node, 'params').some((given) => this.#holds(given, module)))
          return ['a type argument of a call']
        return isCopying(node) && nodesIn(node, 'arguments').some((given) => this.#isBranded(given, module))
          ? ['a copy']
          : []
      case 'SpreadElement': {
        const copied = nodeIn(node, 'argument')
        return parent.type === 'ObjectExpression' && copied && this.#isBranded(copied, module) ? ['a spread'] : []
      }
      case 'ImportNamespaceSpecifier':
      case 'ExportAllDeclaration':
        return targetOf(module.path, nameOf(nodeIn(node, 'source') ?? nodeIn(parent, 'source'))) === this.#brand.home
          ? ['all names of the brands at once']
          : []
      case 'VariableDeclarator':
        return node['definite'] === true && this.#holds(node, module) ? ['a variable without a value'] : []
      case 'VariableDeclaration':
        return node['declare'] === true && this.#holds(node, module) ? ['a declaration without a value'] : []
      case 'TSDeclareFunction':
      case 'TSEmptyBodyFunctionExpression':
        return this.#holds(nodeIn(node, 'returnType'), module) ? ['a signature without a body'] : []
      default:
        return []
    }
  }

  /**
   * By the type annotation where the name is declared; inferred types are left to the compiler, because a spread loses
   * the brand.
   */
  #isBranded(value: Node, module: Module): boolean {
    if (value.type !== 'Identifier') return false
    return module.found.some(
      ({ node, field }) =>
        node.type === 'Identifier' &&
        field !== 'property' &&
        nameOf(node) === nameOf(value) &&
        this.#is(nodeIn(nodeIn(node, 'typeAnnotation') ?? node, 'typeAnnotation'), module),
    )
  }

  /** Whether the type itself is branded, or is a parameter for a branded type. */
  #is(type: Node | undefined, module: Module): boolean {
    if (type?.type === 'TSUnionType' || type?.type === 'TSIntersectionType')
      return nodesIn(type, 'types').some((part) => this.#is(part, module))
    if (type?.type !== 'TSTypeReference') return false
    const name = nameOf(nodeIn(type, 'typeName'))
    const parameter = typeParameters(module).find((node) => nameOf(nodeIn(node, 'name')) === name)
    return parameter
      ? this.#is(nodeIn(parameter, 'constraint'), module)
      : this.#brand.types.test(this.#origin(name, module).name)
  }

  /** Whether a branded type occurs somewhere in it, under any name. */
  #holds(node: Node | undefined, module: Module): boolean {
    return (
      node !== undefined &&
      [node, ...[...walk(node)].map((found) => found.node)].some((part) => this.#isHolding(part, module))
    )
  }

  #isHolding(part: Node, module: Module): boolean {
    switch (part.type) {
      case 'TSTypeReference':
        return this.#declaredHolding(nameOf(nodeIn(part, 'typeName')), module)
      case 'TSTypeQuery':
        return this.#declaredHolding(nameOf(nodeIn(part, 'exprName')), module)
      case 'TSInterfaceHeritage':
        return this.#declaredHolding(nameOf(nodeIn(part, 'expression')), module)
      case 'TSImportType': {
        const target = this.#modules.get(targetOf(module.path, nameOf(nodeIn(part, 'source'))))
        return target !== undefined && this.#declaredHolding(nameOf(nodeIn(part, 'qualifier')), target)
      }
      default:
        return false
    }
  }

  #declaredHolding(name: string, from: Module): boolean {
    const { name: declared, module } = this.#origin(name, from)
    if (!module || declared === '') return false
    if (module.path === this.#brand.home && this.#brand.types.test(declared)) return true
    const key = `${module.path} ${declared}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#known.set(key, false)
    const holds = module.found.some(
      ({ node }) => isDeclarationOf(node, declared) && signatureOf(node).some((part) => this.#holds(part, module)),
    )
    this.#known.set(key, holds)
    return holds
  }

  /** Where a name comes from, through imports and re-exports. */
  #origin(name: string, module: Module): { readonly name: string; readonly module: Module | undefined } {
    for (const { node } of module.found) {
      const source = nodeIn(node, 'source')
      if (!source || !['ImportDeclaration', 'ExportNamedDeclaration'].includes(node.type)) continue
      const specifier = nodesIn(node, 'specifiers').find(
        (each) => nameOf(nodeIn(each, node.type === 'ImportDeclaration' ? 'local' : 'exported')) === name,
      )
      const target = specifier && this.#modules.get(targetOf(module.path, nameOf(source)))
      if (target)
        return this.#origin(
          nameOf(nodeIn(specifier, node.type === 'ImportDeclaration' ? 'imported' : 'local')) || name,
          target,
        )
    }
    return { name, module }
  }
}

const typeParameters = ({ found }: Module): readonly Node[] =>
  found.flatMap(({ node }) => (node.type === 'TSTypeParameter' ? [node] : []))

function isTypeParameter(type: Node, module: Module): boolean {
  return (
    type.type === 'TSTypeReference' &&
    typeParameters(module).some((node) => nameOf(nodeIn(node, 'name')) === nameOf(nodeIn(type, 'typeName')))
  )
}

/** `Object.assign` and `structuredClone` return their argument with its type. */
function isCopying(call: Node): boolean {
  const callee = nodeIn(call, 'callee')
  return (
    nameOf(callee) === 'structuredClone' ||
    (callee?.type === 'MemberExpression' &&
      nameOf(nodeIn(callee, 'object')) === 'Object' &&
      nameOf(nodeIn(callee, 'property')) === 'assign')
  )
}

const declarations = new Set([
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'ClassDeclaration',
  'FunctionDeclaration',
  'VariableDeclarator',
])

const isDeclarationOf = (node: Node, name: string): boolean =>
  declarations.has(node.type) && nameOf(nodeIn(node, 'id')) === name

/** The types in a declaration, without its body. */
function signatureOf(node: Node): readonly Node[] {
  const made = nodeIn(node, 'init')
  if (node.type === 'VariableDeclarator')
    return [nodeIn(node, 'id'), ...(made?.type === 'ArrowFunctionExpression' ? signatureOf(made) : [])].flatMap(
      (part) => part ?? [],
    )
  if (node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression')
    return [nodeIn(node, 'returnType'), ...nodesIn(node, 'params')].flatMap((part) => part ?? [])
  return [node]
}
