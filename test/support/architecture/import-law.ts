import { areaOf, nameOf, nodeIn, nodesIn, targetOf, type Module, type Node } from './syntax.ts'

/** What a folder may import, from our modules and from others. */
export type ImportTable = Readonly<
  Record<string, { readonly ours: readonly string[]; readonly theirs: readonly RegExp[] }>
>

/** A specifier that is computed at run time. */
const computed = '(computed)'

/** The imports of a module, in any form and with any quotes. */
export function importsOf({ found, text }: Module): readonly string[] {
  const references = [...text.matchAll(/^\s*\/\/\/\s*<reference\s[^>]*=\s*["']([^"']*)["']/gm)].map(
    ([, name = '']) => name,
  )
  return [...found.flatMap(({ node }) => specifierIn(node)), ...references]
}

function specifierIn(node: Node): readonly string[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType': {
      const source = nodeIn(node, 'source')
      return source ? [nameOf(source) || computed] : []
    }
    case 'TSExternalModuleReference':
      return [nameOf(nodeIn(node, 'expression')) || computed]
    case 'CallExpression':
      return nameOf(nodeIn(node, 'callee')) === 'require' ? [nameOf(nodesIn(node, 'arguments')[0]) || computed] : []
    default:
      return []
  }
}

export function importOffences(module: Module, table: ImportTable): readonly string[] {
  const area = areaOf(module.path)
  const law = table[area]
  if (!law) return [`there is no law for ${area}`]
  return importsOf(module).filter((specifier) => {
    if (!specifier.startsWith('.')) return !law.theirs.some((pattern) => pattern.test(specifier))
    const target = areaOf(targetOf(module.path, specifier))
    return target !== area && !law.ours.includes(target)
  })
}
