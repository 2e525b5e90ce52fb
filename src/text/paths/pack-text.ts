const prose =
  /\.(?:md|markdown|mdown|mkd|qmd|rmd|mdc|mdx|rst|rest|adoc|asciidoc|asc|html?|xhtml|txt|text|ipynb|vtt|srt)$/i
const data = /\.(?:csv|tsv|json|jsonc|json5|jsonl|ndjson|geojson|ya?ml)$/i

/** Whether a file in the layers of a pack is read as text. Data in compiled/ are records of the tools that compile. */
export const isPackText = (path: string): boolean =>
  prose.test(path) || (data.test(path) && !path.startsWith('compiled/'))
