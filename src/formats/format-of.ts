import { mediaTypeOf } from '../text/notations/media-type.ts'
import { fileName } from '../text/paths/paths.ts'
import type { TextFormat } from './structure.ts'

const codeEndings =
  'ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts scala groovy gradle swift c h cc cpp cxx hpp ' +
  'hh cs fs m mm php pl pm lua r jl dart ex exs erl hs ml mli clj cljs ' +
  'sh bash zsh fish ps1 bat cmd sql graphql gql proto tf hcl css scss sass less vue svelte toml ini cfg ' +
  'conf properties env dockerfile mk cmake xml xsd wsdl nix zig nim v sol vim el'

const byEnding: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['mdown', 'markdown'],
  ['mkd', 'markdown'],
  ['qmd', 'markdown'],
  ['rmd', 'markdown'],
  ['mdc', 'markdown'],
  ['mdx', 'mdx'],
  ['rst', 'rst'],
  ['rest', 'rst'],
  ['adoc', 'asciidoc'],
  ['asciidoc', 'asciidoc'],
  ['asc', 'asciidoc'],
  ['html', 'html'],
  ['htm', 'html'],
  ['xhtml', 'html'],
  ['txt', 'text'],
  ['text', 'text'],
  ['log', 'text'],
  ['json', 'json'],
  ['jsonc', 'json'],
  ['json5', 'json'],
  ['jsonl', 'json'],
  ['ndjson', 'json'],
  ['geojson', 'json'],
  ['webmanifest', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['ipynb', 'notebook'],
  ['vtt', 'vtt'],
  ['srt', 'vtt'],
  ['pdf', 'pdf'],
  ...codeEndings.split(' ').map((ending): [string, TextFormat] => [ending, 'code']),
])

/** Extensions of files that are never text. */
const binary = new Set(
  (
    'png jpg jpeg gif webp avif ico bmp tif tiff psd heic mp3 mp4 m4a m4v mov avi mkv wav ogg oga ogv flac ' +
    'webm zip gz tgz bz2 xz zst 7z rar tar jar war doc docx xls xlsx ppt pptx odt ods odp epub exe dll ' +
    'so dylib class pyc o a bin dat wasm woff woff2 ttf otf eot sqlite sqlite3 db parquet npy npz pkl faiss ' +
    'pt onnx gguf'
  ).split(' '),
)

const codeNames = new Set(
  (
    'dockerfile containerfile makefile gnumakefile rakefile gemfile procfile vagrantfile jenkinsfile justfile ' +
    'brewfile cmakelists.txt .editorconfig .env'
  ).split(' '),
)
const settingsNames = /^\.\w+(?:rc|ignore|attributes)$|^\.env\./i
const openApiNames = /(?:^|[._-])(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$|\.schema\.(?:json|ya?ml)$/i
const markdownNames = /^llms(?:-full)?\.txt$/i

const declaredNames: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['markdown', 'markdown'],
  ['openapi', 'openapi'],
  ['json-schema', 'openapi'],
  ['jupyter', 'notebook'],
  ['html', 'html'],
  ['asciidoc', 'asciidoc'],
  ['rst', 'rst'],
  ['vtt', 'vtt'],
  ['yaml', 'yaml'],
  ['json', 'json'],
  ['csv', 'csv'],
  ['text', 'text'],
  ['pdf', 'pdf'],
])

const byMediaType: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/mdx', 'mdx'],
  ['application/x-ipynb+json', 'notebook'],
  ['application/schema+json', 'openapi'],
  ['application/vnd.oai.openapi', 'openapi'],
  ['application/vnd.oai.openapi+json', 'openapi'],
  ['application/vnd.oai.openapi+yaml', 'openapi'],
  ['application/openapi+json', 'openapi'],
  ['application/openapi+yaml', 'openapi'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/asciidoc', 'asciidoc'],
  ['text/x-asciidoc', 'asciidoc'],
  ['text/x-rst', 'rst'],
  ['text/prs.fallenstein.rst', 'rst'],
  ['text/vtt', 'vtt'],
  ['application/x-subrip', 'vtt'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'json'],
  ['text/plain', 'text'],
  ['application/javascript', 'code'],
  ['application/typescript', 'code'],
  ['application/sql', 'code'],
  ['application/xml', 'code'],
  ['application/toml', 'code'],
  ['application/x-sh', 'code'],
])

/**
 * The format of a file: as declared (KCP `format` or `content_type`), else by its name. `undefined` when it is not
 * text. An unknown extension is plain text.
 */
export function formatOf(path: string, declared?: string): TextFormat | undefined {
  const byName = formatOfName(path)
  if (declared === undefined) return byName
  if (declaredNames.has(declared)) return refined(declaredNames.get(declared), byName)
  const mediaType = mediaTypeOf(declared)
  if (mediaType === undefined) return byName
  return refined(formatOfMediaType(mediaType, byName), byName)
}

/** No declaration exists for MDX, nor for an OpenAPI file that is declared as JSON or YAML. */
function refined(declared: TextFormat | undefined, byName: TextFormat | undefined): TextFormat | undefined {
  if (declared === 'markdown' && byName === 'mdx') return 'mdx'
  return (declared === 'json' || declared === 'yaml') && byName === 'openapi' ? 'openapi' : declared
}

function formatOfMediaType(mediaType: string, byName: TextFormat | undefined): TextFormat | undefined {
  const known = byMediaType.get(mediaType)
  if (known) return known
  if (mediaType.endsWith('+json')) return 'json'
  if (mediaType.endsWith('+yaml')) return 'yaml'
  if (mediaType.endsWith('+xml')) return 'code'
  return mediaType.startsWith('text/') ? (byName ?? 'text') : undefined
}

function formatOfName(path: string): TextFormat | undefined {
  const name = fileName(path)
  if (openApiNames.test(name)) return 'openapi'
  if (codeNames.has(name.toLowerCase()) || settingsNames.test(name)) return 'code'
  if (markdownNames.test(name)) return 'markdown'
  const dot = name.lastIndexOf('.')
  const ending = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return binary.has(ending) ? undefined : (byEnding.get(ending) ?? 'text')
}
