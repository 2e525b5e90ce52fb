/** Commands to run after drafting a manifest. */
export function nextForManifest(root: string): readonly string[] {
  return [
    `lorefence validate ${argument(root)}`,
    `lorefence trust ${argument(root)}`,
    `lorefence read${rootOption(root)} "your question"`,
  ]
}

/** Commands to run for a manifest that cannot be used. */
export const nextForBroken = (root: string): readonly string[] => [`lorefence validate ${argument(root)}`]

/** Commands to run for documents that were added later. */
export const nextForUpdate = (root: string): readonly string[] => [`lorefence init --update${rootOption(root)}`]

/** Commands to run after drafting a pack; a draft needs an approval. */
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
