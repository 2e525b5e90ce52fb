import type { CatalogEntry, EntryFile } from '../../model/catalog.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { shownPath } from './shown-path.ts'

/** Command lines to run in the working folder. */
export interface Commands {
  readonly validate: (path: string) => string
  readonly trust: (found: Pick<EntryFile, 'folder' | 'root'>) => string
  /** After an edit: a granted entry must be granted again, a followed one only has to be valid. */
  readonly afterEdit: (entry: Pick<CatalogEntry, 'found' | 'standing'>) => string
  /** For files that are closed because a granted entry that names them has changed, is gone or cannot be used. */
  readonly settle: (entry: Pick<CatalogEntry, 'found' | 'standing' | 'lapsed'>) => string
  /** A verb about one ref, with the same roots. */
  readonly about: (verb: 'approve' | 'enable', ref: string) => string
  /** The guide of the pack in a folder, even if another pack of its name has precedence. */
  readonly activate: (found: Pick<EntryFile, 'folder'>) => string
  /** Adds units for the documents that a manifest does not name. */
  readonly update: (found: Pick<EntryFile, 'folder'>) => string
  readonly lookInto: (option: 'root' | 'packs', path: string) => string
  readonly system: (command: string, path: string) => string
}

export interface CommandOptions {
  readonly cwd: string
  /** Options that make another verb open the same knowledge. */
  readonly options?: readonly string[]
  /** Name no folder below a root: for a model, such names are untrusted text. */
  readonly rootsOnly?: boolean
}

export function commandsFor({ cwd, options = [], rootsOnly = false }: CommandOptions): Commands {
  const place = (path: string): string => {
    const shown = shownPath(cwd, path)
    return shellWord(shown.startsWith('..') ? path : shown)
  }
  const validate = (path: string): string => `lorefence validate ${place(path)}`
  const docs = new Set(options.filter((_, i) => options[i - 1] === '--docs'))
  const trust: Commands['trust'] = ({ folder, root }) =>
    `lorefence trust ${docs.has(folder) ? '--docs ' : ''}${place(rootsOnly ? root : folder)}`
  const settle: Commands['settle'] = ({ found, standing, lapsed }) => {
    const entryFile = `${found.folder}/${found.file}`
    if (lapsed === 'missing' && !rootsOnly) return `lorefence trust --remove ${place(entryFile)}`
    if (lapsed !== 'unusable') return trust(found)
    const fix = validate(rootsOnly ? found.root : entryFile)
    return standing === 'followed' ? fix : `${fix} && ${trust(found)}`
  }
  return {
    validate,
    trust,
    settle,
    afterEdit: ({ found, standing }) =>
      standing === 'followed' || standing === 'builtin' ? validate(`${found.folder}/${found.file}`) : trust(found),
    about: (verb, ref) =>
      ['lorefence', verb, shellWord(ref), ...options.map((word) => (word.startsWith('--') ? word : place(word)))].join(
        ' ',
      ),
    activate: ({ folder }) => {
      const shown = place(folder)
      return `lorefence activate ${shown.includes('/') || shown === '.' ? shown : `./${shown}`}`
    },
    update: ({ folder }) =>
      place(folder) === '.' ? 'lorefence init --update' : `lorefence init --update --root ${place(folder)}`,
    lookInto: (option, path) => `lorefence catalog --${option} ${place(path)}`,
    system: (command, path) => `${command} ${place(path)}`,
  }
}
