import { isLanguageTag } from '../../../text/notations/language-tag.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import type { PackRule } from '../../rule.ts'

export const packLanguageMalformed: PackRule = {
  codes: ['AK310'],
  needs: 'head',
  check({ head }, report) {
    const { language } = head
    if (language === undefined || isLanguageTag(language)) return
    const hyphened = language.trim().replaceAll('_', '-')
    report({
      code: 'AK310',
      message: `The language ${showValue(language)} is not a language tag.`,
      pointer: '/language',
      ...(isLanguageTag(hyphened) ? { replacement: { title: `Change to "${hyphened}"`, text: hyphened } } : {}),
    })
  },
}
