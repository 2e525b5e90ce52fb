import { pointer } from '../../../../parse/yaml/tree.ts'
import { estimateTokens } from '../../../../text/tokens/token-estimate.ts'
import type { ManifestRule } from '../../../rule.ts'
import { unitTextAt } from '../../../manifest-facts/unit-text.ts'

/** Tokenizers and our estimate differ by about 10 %; a hint is wrong only far beyond that. */
const tolerated = { factor: 1.5, tokens: 100 }

export const tokenHintDrift: ManifestRule = {
  codes: ['KCP801'],
  needs: 'files',
  check({ manifest }, report, folder) {
    for (const { id, index, path, hints } of manifest.units) {
      const declared = hints?.tokenEstimate
      const text = declared === undefined ? undefined : unitTextAt(folder, path)
      if (declared === undefined || text === undefined) continue
      const tokens = estimateTokens(text)
      const larger = Math.max(declared, tokens)
      const smaller = Math.min(declared, tokens)
      if (larger <= smaller * tolerated.factor || larger - smaller <= tolerated.tokens) continue
      report({
        code: 'KCP801',
        message: `The unit "${id}" declares ${declared} tokens; its file has about ${tokens}.`,
        pointer: pointer('units', index, 'hints', 'token_estimate'),
      })
    }
  },
}
