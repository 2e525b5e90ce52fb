import type { Check } from './check.ts'

export const quarantined: Check = {
  id: 'quarantined',
  title: 'Documents that are not used because they are invalid',
  look: ({ catalog, commands }) =>
    catalog.quarantined.map(({ found, diagnostics }) => {
      const first = diagnostics.find(({ severity }) => severity === 'error')
      const detail = first ? `${first.code}: ${first.message}` : 'It cannot be read.'
      const command = `${commands.validate(`${found.folder}/${found.file}`)}${first?.fix ? ' --fix' : ''}`
      return { state: 'fix', path: found.path, detail, command }
    }),
}
