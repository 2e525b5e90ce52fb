import type { Config } from '../../model/documents/config.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { EarlyCheck } from './check.ts'

/** What is invalid or has no effect in the config of the user and of the workspaces. */
export const config: EarlyCheck = {
  id: 'config',
  title: 'Configs that are invalid or partly ignored',
  look: ({ config: loaded, commands }) => {
    // The user's own config is read first, and only its errors are trouble.
    const first = loaded.trouble && loaded.diagnostics.find(({ severity }) => severity === 'error')
    return loaded.diagnostics.map((diagnostic) => ({
      state: diagnostic.severity === 'info' ? 'note' : 'fix',
      path: placeOf(diagnostic),
      detail: `${diagnostic.message}${diagnostic === first ? consequence(loaded) : ''}`,
      command: commands.validate(diagnostic.where.file),
    }))
  },
}

const placeOf = ({ where: { file, range } }: Diagnostic): string =>
  range ? `${file}:${range.start.line}:${range.start.column}` : file

const consequence = ({ trouble }: Config): string =>
  trouble?.stops === 'everything'
    ? ' Until it is fixed, nothing is read.'
    : ' Until it is fixed, your requester facts are not used and nothing can be granted unattended.'
