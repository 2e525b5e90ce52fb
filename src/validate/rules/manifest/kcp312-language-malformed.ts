import { pointer } from '../../../parse/yaml/tree.ts'
import { isLanguageTag } from '../../../text/notations/language-tag.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { type DeclaredMapping, declaredUnits } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

/** KCP §4.4c: parsers ignore it silently, so this is only advice. */
export const languageMalformed: ManifestRule = {
  codes: ['KCP312'],
  needs: 'head',
  check({ raw }, report) {
    const check = ({ fields, path }: DeclaredMapping): void => {
      const { language } = fields
      if (typeof language !== 'string' || isLanguageTag(language)) return
      const hyphened = language.trim().replaceAll('_', '-')
      report({
        code: 'KCP312',
        message: `The language ${showValue(language)} is not a language tag.`,
        pointer: pointer(...path, 'language'),
        ...(isLanguageTag(hyphened) ? { replacement: { title: `Change to "${hyphened}"`, text: hyphened } } : {}),
      })
    }
    check({ fields: raw, path: [] })
    for (const unit of declaredUnits(raw)) check(unit)
  },
}
