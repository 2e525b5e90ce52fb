/** What to type after a manifest was drafted. */
export function nextForManifest(root: string): readonly string[] {
  return [
    `lorefence validate ${argument(root)}`,
    `lorefence trust ${argument(root)}`,
    `lorefence read${rootOption(root)} "your question"`,
  ]
}

/** What to type where documents were added since. */
export const nextForUpdate = (root: string): readonly string[] => [`lorefence init --update${rootOption(root)}`]

/** What to type after a pack was drafted; a draft is read only once somebody approves of that. */
export function nextForPack(folder: string, root: string, name: string): readonly string[] {
  return [
    `lorefence validate ${argument(folder)}`,
    `lorefence trust ${argument(folder)}`,
    `lorefence approve pack:${argument(name)}${rootOption(root)}`,
    `lorefence read${rootOption(root)} "your question"`,
  ]
}

const rootOption = (root: string): string => (root === '.' ? '' : ` --root ${argument(root)}`)

const argument = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
