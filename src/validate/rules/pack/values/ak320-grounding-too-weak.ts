import type { PackRule } from '../../../rule.ts'

/** Words of domains where a wrong answer harms people: law, health, finance, compliance, employment (AK-259). */
const riskyWords = new Set(
  (
    'legal law laws lawyer attorney litigation statutory regulation regulations regulatory regulated compliance ' +
    'gdpr hipaa health healthcare medical medicine medication clinical patient patients diagnosis dosage dosages ' +
    'drug drugs pharmaceutical therapy finance financial investment investments banking insurance tax taxes taxation ' +
    'credit loan loans mortgage payroll hiring dismissal'
  ).split(' '),
)
const riskyRuns = [
  '法律',
  '法规',
  '合规',
  '医疗',
  '医药',
  '健康',
  '用药',
  '剂量',
  '金融',
  '财务',
  '税务',
  '投资',
  '保险',
  '人事',
  '人力资源',
  '法務',
  '医療',
  '投薬',
]

export const groundingTooWeak: PackRule = {
  codes: ['AK320'],
  needs: 'head',
  check({ raw, head }, report) {
    const declared = raw['grounding'] !== undefined && raw['grounding'] !== null
    if (declared && head.grounding !== 'none') return
    const risky = riskyWordIn(head.type ?? '') ?? riskyWordIn(head.description ?? '')
    if (risky === undefined) return
    report({
      code: 'AK320',
      message: `The pack is about "${risky}", but its grounding is ${declared ? '"none"' : 'not declared'}.`,
      pointer: declared ? '/grounding' : '/description',
    })
  },
}

/** Common terms that contain a risky word. */
const harmless = /\b(?:health[- ]?(?:checks?|endpoints?|probes?)|credit[- ]cards?|be patient)\b/gi

/** Most texts contain none of them, which one search shows. */
const hint = new RegExp(['hr', ...riskyWords, ...riskyRuns].join('|'))

function riskyWordIn(text: string): string | undefined {
  if (!hint.test(text.toLowerCase())) return undefined
  for (const word of text.replace(harmless, ' ').split(/[^\p{L}]+/u))
    if (word === 'HR' || riskyWords.has(word.toLowerCase())) return word
  return riskyRuns.find((run) => text.includes(run))
}
