/** Loaded with the first call, since a list of tools does not need it. */
export { claimsPrompt, decisionPrompt, missingLine, queryPrompt } from '../shared/model-forms.ts'
export { countTokens } from '../../text/tokens/tokens.ts'
