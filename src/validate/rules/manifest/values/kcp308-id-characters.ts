import { pointer } from '../../../../parse/yaml/tree.ts'
import { declaredUnits, isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.2; the unit stays usable. */
export const idCharacters: ManifestRule = {
  codes: ['KCP308'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw)) {
      const id = fields['id']
      if (typeof id !== 'string' || isBlank(id) || /^[a-z0-9.-]+$/.test(id)) continue
      const character = /[^a-z0-9.-]/u.exec(id)?.[0] ?? ''
      const plain = plainId(id)
      const help = plain === '' ? {} : { help: `Rename it to "${plain}", also in references to it.` }
      report({
        code: 'KCP308',
        message: `The id "${id.slice(0, 60)}" contains the character "${character}".`,
        pointer: pointer(...path, 'id'),
        ...help,
      })
    }
  },
}

/** The nearest id of allowed characters; empty where none remains, as with other scripts. */
function plainId(id: string): string {
  return id.length > 60
    ? ''
    : id
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, '-')
        .replace(/^-|-$/g, '')
}
